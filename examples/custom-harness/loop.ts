import { type AgentState, append, complete, type Kernel } from "@varve/kernel";
import { runTool, TOOLS } from "./tools.ts";

/**
 * Asks the model until it answers without calling a tool. The state is saved after every call, so that whatever stops the
 * process, the next one goes on from there. `kernel.turn` does the first three steps in one; here they can be seen.
 */
export async function answered(kernel: Kernel, given: AgentState): Promise<AgentState> {
  let state = given;
  for (;;) {
    // 1. The window: assembled, and compacted while the trigger says yes. The state may come back smaller.
    const prepared = await kernel.prepare(state, { tools: TOOLS });
    const { window } = prepared;

    // 2. The call: encoded as it would go on the wire, then invoked. Here a script answers.
    const { items, usage, model } = await kernel.ask(window);

    // 3. What came back, and what the provider measured: the next estimate is anchored to it.
    state = complete(prepared.state, { countedTokens: window.tokens, items, usage, model, atMs: Date.now() });

    // 4. The tools. Each result is appended; a state is a value, and the old one stays what it was.
    const calls = items.filter((item) => item.kind === "tool_call");
    for (const call of calls) {
      const outcome = await runTool(kernel, state, call);
      state = append(outcome.state, [outcome.result]);
    }
    state = await kernel.save(state);
    if (calls.length === 0) return state;
  }
}
