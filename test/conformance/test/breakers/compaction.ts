import {
  definePlugin,
  type HistoryEntry,
  message,
  plainText,
  type Replacement,
  type SummariseContext,
  type SummariseResult,
} from "@varve/kernel";
import type { Subject } from "../../src/index.ts";
import alwaysCompacts from "../broken/always-compacts.ts";
import dropsCalls from "../broken/drops-calls.ts";
import editsTheRequestAway from "../broken/edits-the-request-away.ts";
import forgetsTheSummary from "../broken/forgets-the-summary.ts";
import longerThanBefore from "../broken/longer-than-before.ts";
import pinsForEver from "../broken/pins-for-ever.ts";
import { type Breakers, tapping } from "./breaker.ts";

function summarising(answer: (context: SummariseContext) => SummariseResult | undefined): () => Subject {
  return () => ({
    plugin: definePlugin({
      name: "breaker",
      api: 1,
      apply: ({ hooks }) => hooks.compaction.summarise.in.tap("breaker", answer),
    }),
  });
}

function replacing(answer: (entry: HistoryEntry) => Replacement["item"]): () => Subject {
  return summarising(({ removed }) => {
    const [first] = removed.filter(({ item }) => item.kind === "tool_result");
    return first === undefined
      ? undefined
      : { replacement: [{ item: answer(first) }], summary: "The rest is summed up." };
  });
}

const ids = (list: unknown): readonly unknown[] =>
  Array.isArray(list) ? list.map((each) => Reflect.get(each, "id")) : [];

export const COMPACTION_BREAKERS: Breakers = {
  "summarise/known-entries": summarising(({ removed }) => ({
    summary: "Summed up.",
    replacement: removed.slice(1).map(({ item, id }) => ({ item, replaces: id })),
    removes: removed.slice(0, 1).map(({ id }) => id),
  })),
  "summarise/protected": summarising(({ state }) => ({
    summary: "Summed up.",
    removes: state.history.map(({ id }) => id),
  })),
  "summarise/pairs": () => ({ plugin: dropsCalls }),
  "summarise/progress": () => ({ plugin: longerThanBefore }),
  "summarise/serialisable": replacing(() => ({ kind: "opaque", provider: "mine", data: { change: -0 } })),
  "summarise/carries-forward": () => ({ plugin: forgetsTheSummary }),
  "summarise/well-formed": summarising(({ removed }) => ({
    summary: `Up to here: ${removed
      .map(({ item }) => plainText(item))
      .join(" ")
      .slice(0, 41)}`,
  })),
  "summarise/authority": replacing(({ item }) => message("developer", plainText(item))),
  "keep/known-sections": tapping("compaction.keep.in", () => ({ sections: ["system_prompt", "task", "plan_b"] })),
  "keep/known-entries": () => ({ plugin: pinsForEver }),
  "keep/essential": tapping("compaction.keep.in", () => ({ sections: [] })),
  "keep/leaves-something": tapping("compaction.keep.in", ({ sections, state }) => ({
    sections: ids(sections),
    pins: ids(typeof state === "object" && state !== null ? Reflect.get(state, "history") : []),
  })),
  "approve/sound-edits": () => ({ plugin: editsTheRequestAway }),
  "trigger/floor": () => ({ plugin: alwaysCompacts }),
  "trigger/ends": () => ({ plugin: alwaysCompacts }),
  "trigger/over-budget": tapping("compaction.trigger.in", () => false),
};
