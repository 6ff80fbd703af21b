import { type AgentState, append, type Kernel } from "@varve/kernel";
import { runTool, TOOLS } from "./tools.ts";

/**
 * The loop of `loop.ts` with a provider at the other end: `kernel.turn` prepares, asks, compacts where the provider says that the
 * window is too long, and takes the answer in. The state is saved before the tools run and after them, so whatever stops the
 * process, no answer is paid for twice.
 */
export async function answeredByModel(kernel: Kernel, given: AgentState, signal: AbortSignal): Promise<AgentState> {
  let state = given;
  for (;;) {
    const turned = await kernel.turn(state, { tools: TOOLS, signal });
    state = await kernel.save(turned.state);
    const { items, finish } = turned.response;
    const calls = items.filter((item) => item.kind === "tool_call");
    if (finish === "length") console.log("  (cut off by its limit)");
    if (finish === "refused") console.log("  (refused)");
    if (calls.length === 0) return state;

    for (const call of calls) {
      if (signal.aborted) break;
      const outcome = await runTool(kernel, state, call);
      state = append(outcome.state, [outcome.result]);
    }
    state = await kernel.save(state);
  }
}
