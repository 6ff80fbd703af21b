import {
  type AgentState,
  append,
  createKernel,
  createState,
  definePlugin,
  type EventMap,
  type InputItem,
  install,
  type Kernel,
  type KernelOptions,
  type ModelLimits,
  type ModelResponse,
  message,
  STAGES,
} from "@varve/kernel";
import plugin, { type SummariseModelOptions } from "../src/index.ts";
import { count } from "./model.ts";

type Invoked = EventMap["invoked"];

/** A kernel of a few executors around the summariser, and every request that its model got. */
export async function playing(more: {
  readonly model?: ModelLimits;
  readonly options?: SummariseModelOptions;
  readonly answer: (context: Pick<Invoked, "purpose" | "window">) => ModelResponse;
  readonly context?: KernelOptions["context"];
}): Promise<{ readonly kernel: Kernel; readonly invoked: readonly Invoked[] }> {
  const invoked: Invoked[] = [];
  const parts = definePlugin({
    name: "parts",
    api: 1,
    apply(kernel) {
      const tap = { name: "parts", stage: STAGES.default };
      if (more.model !== undefined) kernel.declareModel(more.model);
      kernel.declareSection({ id: "system_prompt", stability: "static" }).in.tap(tap, () => "You are careful.");
      kernel.declareSection({ id: "task", stability: "task" }).in.tap(tap, () => "Mend the importer.");
      kernel
        .declareSection({ id: "state_summary", stability: "turn", speaker: "user" })
        .in.tap(tap, ({ state }) => state.summary?.text ?? "");
      for (const [id, entries] of [
        ["history", ["message", "tool_call", "reasoning", "opaque"]],
        ["tool_results", ["tool_result"]],
      ] as const) {
        const section = kernel.declareSection({ id, stability: "turn", entries });
        section.in.tap(tap, ({ entry }) => (entry === null ? [] : [entry.item]));
      }
      kernel.hooks.tokens.count.in.tap(tap, ({ content }) => count(content));
      kernel.hooks.compaction.trigger.in.tap(tap, ({ estimate, limits }) => estimate.tokens > limits.triggerTokens);
      kernel.hooks.compaction.keep.in.tap(tap, ({ sections }) => ({ sections: sections.map(({ id }) => id) }));
      kernel.hooks.persistence.write.in.tap(tap, ({ baseVersion }) => ({ version: baseVersion + 1 }));
      kernel.hooks.model.encode.in.tap(tap, ({ window }) => ({
        provider: "test",
        body: { length: window.input.length },
      }));
      // The window that a request was made of is not among what an invocation is told, so it is taken from here.
      const windows: Invoked["window"][] = [];
      kernel.hooks.model.encode.post.tap(tap, (_, { window }) => void windows.push(window));
      kernel.hooks.model.invoke.in.tap(tap, ({ purpose }) => {
        const window = windows.at(-1);
        if (window === undefined) throw new Error("nothing was encoded");
        return more.answer({ purpose, window });
      });
      kernel.events.invoked.tap("parts", (event) => void invoked.push(event));
    },
  });
  const kernel = await createKernel({
    plugins: [install(parts, undefined), install(plugin, more.options ?? {})],
    validate: () => [],
    ...(more.context === undefined ? {} : { context: more.context }),
  });
  return { kernel, invoked };
}

/** Takes turns, each of which calls two tools at once, until something has been compacted. */
export async function untilCompacted(kernel: Kernel): Promise<void> {
  let state: AgentState = append(createState({ taskId: "t" }), [message("user", "go")]);
  for (let turn = 0; turn < 100; turn += 1) {
    const { state: after, response, records } = await kernel.turn(state);
    if (records.length > 0) return;
    state = append(after, resultsOf(response.items));
  }
  throw new Error("a hundred turns, and nothing was compacted");
}

function resultsOf(items: readonly InputItem[]): readonly InputItem[] {
  return items.flatMap((item): readonly InputItem[] =>
    item.kind === "tool_call"
      ? [{ kind: "tool_result", callId: item.callId, parts: [{ kind: "text", text: `${item.callId} `.repeat(60) }] }]
      : [],
  );
}
