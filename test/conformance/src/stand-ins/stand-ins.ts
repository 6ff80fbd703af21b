import {
  definePlugin,
  type InputItem,
  type Installation,
  install,
  type KeepContext,
  type KeepResult,
  type PluginKernel,
  plainText,
  type SectionDeclaration,
  STAGES,
} from "@varve/kernel";
import { encodeStandIn, MODEL, StandInModel } from "./model.ts";
import { NAME } from "./name.ts";
import { standInSections } from "./sections.ts";

/** What is described for `state.write` to be checked with. */
export const DESCRIBED = {
  subset: "conformance_described",
  schema: {
    type: "object",
    required: ["amount"],
    additionalProperties: false,
    properties: { amount: { type: "number" } },
  },
} as const;

/** A plugin that answers whatever the plugins before it leave open. It stands behind the default, so nobody is replaced. */
export function standIns(facts: {
  readonly declared: () => readonly SectionDeclaration[];
  readonly tappedSections: () => ReadonlySet<string>;
  readonly model: "answers" | "hangs_once";
}): Installation {
  const model = new StandInModel(facts.model);
  const plugin = definePlugin({
    name: NAME,
    api: 1,
    apply(kernel: PluginKernel) {
      const { hooks } = kernel;
      const tap = { name: NAME, stage: STAGES.default + 1 };
      standInSections(kernel, facts.declared(), facts.tappedSections());
      if (kernel.model === null) kernel.declareModel(MODEL);
      kernel.describe(DESCRIBED.subset, DESCRIBED.schema);
      hooks.tokens.count.in.tap(tap, ({ content }) => tokensOf(content));
      hooks.compaction.trigger.in.tap(tap, ({ estimate, limits }) => estimate.tokens > limits.triggerTokens);
      hooks.compaction.keep.in.tap(tap, keep);
      hooks.compaction.summarise.in.tap(tap, ({ removed }) => ({ summary: `Earlier: ${removed.length} entries.` }));
      hooks.model.encode.in.tap(tap, encodeStandIn);
      hooks.model.invoke.in.tapPromise(tap, (context) => model.invoke(context));
      hooks.state.write.in.tap(tap, ({ value }) => ({ accepted: value }));
      hooks.persistence.write.in.tap(tap, ({ baseVersion }) => ({ version: baseVersion + 1 }));
    },
  });
  return install(plugin, undefined);
}

/** One token for every four characters. */
function tokensOf(content: string | InputItem): number {
  return (typeof content === "string" ? content : plainText(content)).length / 4;
}

/**
 * Keeps every section, but folds what is declared to be folded where a compaction was asked for by hand: a strategy that
 * writes no summary has to pass on then. From the second compaction on it pins an entry in the middle, as plugins may.
 */
function keep({ sections, state, reason }: KeepContext): KeepResult {
  const kept = sections.filter(({ survives }) => survives !== "folded" || reason !== "manual").map(({ id }) => id);
  const third = state.history.slice(Math.floor(state.history.length / 3));
  const middle = third.find(({ item }) => item.kind !== "reasoning");
  return state.compaction.count === 0 || middle === undefined
    ? { sections: kept }
    : { sections: kept, pins: [middle.id] };
}
