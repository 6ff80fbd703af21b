import { definePlugin, STAGES } from "@varve/kernel";
import { summarise } from "./summarise.ts";

const NAME = "@varve/summarise-extractive";

/** The options of the plugin. */
export interface Options {
  /**
   * The most tokens that a summary may have. Absent: a quarter of the compaction's target, and as much again for what
   * is carried forward from the previous summary. Either way it stays below what it replaces.
   */
  readonly max_tokens?: number;
}

/** Answers `compaction.summarise` without a model, by selecting what later turns need. */
export default definePlugin<Options | undefined>({
  name: NAME,
  api: 1,
  options: {
    type: "object",
    properties: {
      max_tokens: { type: "integer", minimum: 100, description: "The most tokens that a summary may have." },
    },
    additionalProperties: false,
  },
  apply(kernel, options) {
    kernel.hooks.compaction.summarise.in.tapPromise({ name: NAME, stage: STAGES.default }, (context) =>
      summarise(context, {
        mostTokens: options?.max_tokens,
        count: (text) => kernel.count(text, { signal: context.signal }),
      }),
    );
  },
});
