import {
  createKernel,
  definePlugin,
  type InputItem,
  type Installation,
  install,
  type Kernel,
  type KernelOptions,
  type Plugin,
  type PluginKernel,
  plainText,
  STAGES,
} from "@varve/kernel";

/** The smallest set of executors that a kernel runs with: one token for every four characters, a summary of one line. */
export const minimal = definePlugin({
  name: "minimal",
  api: 1,
  apply(kernel) {
    const atDefault = { name: "minimal", stage: STAGES.default };
    kernel
      .declareSection({ id: "system_prompt", stability: "static", survives: "essential" })
      .in.tap(atDefault, () => "You are careful.");
    kernel.declareSection({ id: "plan", stability: "task", survives: "essential" }).in.tap(atDefault, () => "");
    kernel
      .declareSection({ id: "state_summary", stability: "turn", speaker: "user" })
      .in.tap(atDefault, ({ state }) => (state.summary === null ? "" : `Summary: ${state.summary.text}`));
    kernel
      .declareSection({ id: "history", stability: "turn", entries: ["message", "tool_call", "reasoning", "opaque"] })
      .in.tap(atDefault, ({ entry }) => (entry === null ? [] : [entry.item]));
    kernel
      .declareSection({ id: "tool_results", stability: "turn", entries: ["tool_result"] })
      .in.tap(atDefault, ({ entry }) => (entry === null ? [] : [entry.item]));
    kernel.hooks.tokens.count.in.tap(atDefault, ({ content }) => tokensOf(content));
    kernel.hooks.compaction.trigger.in.tap(atDefault, ({ estimate, limits }) => estimate.tokens > limits.triggerTokens);
    kernel.hooks.compaction.keep.in.tap(atDefault, ({ sections }) => ({
      sections: sections.filter(({ survives }) => survives !== "folded").map(({ id }) => id),
    }));
    kernel.hooks.compaction.summarise.in.tap(atDefault, ({ removed, previousSummary }) => ({
      summary: `${previousSummary ?? ""} +${removed.length}`.trim(),
    }));
    kernel.hooks.state.write.in.tap(atDefault, ({ value }) => ({ accepted: value }));
    let stored = 0;
    kernel.hooks.persistence.write.in.tap(atDefault, ({ baseVersion }) => {
      stored = baseVersion + 1;
      return { version: stored };
    });
  },
});

export function tokensOf(content: string | InputItem): number {
  return Math.ceil((typeof content === "string" ? content : plainText(content)).length / 4);
}

/** A plugin that is one function. */
export function plugin(name: string, apply: (kernel: PluginKernel) => void): Installation {
  const made: Plugin = { name, api: 1, apply };
  return install(made, undefined);
}

/** A kernel of the minimal executors and some plugins before them. */
export function kernelWith(
  plugins: readonly Installation[] = [],
  options: Partial<KernelOptions> = {},
): Promise<Kernel> {
  return createKernel({ plugins: [install(minimal, undefined), ...plugins], ...options });
}
