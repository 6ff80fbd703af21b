import type { PriceTable } from "@varve/cache-ledger";
import type { CompactionRecord, Usage } from "@varve/kernel";
import { addedCost, type InputCost, inputCost } from "./input-cost.ts";
import type { ReplayedCall } from "./replay.ts";

/** What a replay comes to. Tokens are counted ones. */
export interface ReplayTotals {
  readonly calls: number;
  readonly compactions: number;
  /** Input tokens of all requests together. */
  readonly sentTokens: number;
  /** Of these, what stood in the common prefix with the request before. */
  readonly cachedTokens: number;
  /** Of these, the rest. */
  readonly freshTokens: number;
  /** By how much compactions made windows smaller, summed. */
  readonly removedTokens: number;
  readonly removedEntries: number;
  /** The largest window that was sent. */
  readonly largestWindowTokens: number;
  /** What the inputs would cost; `null` where there were none, or one has no known price. */
  readonly inputCost: InputCost | null;
  /** What the summarisers' own model calls used; `null` where no model was asked. */
  readonly summariserUsage: Usage | null;
  /** Who decided, by operation, and how often it was asked in a compaction. */
  readonly deciders: readonly Decider[];
  /** What the recordings say that their own calls used. */
  readonly recorded: { readonly calls: number; readonly inputTokens: number; readonly cachedTokens: number };
}

interface Decider {
  /** As it is spelled in the catalogue: `compaction.summarise`. */
  readonly operation: string;
  readonly plugin: string;
  readonly times: number;
}

export const NO_TOTALS: ReplayTotals = {
  calls: 0,
  compactions: 0,
  sentTokens: 0,
  cachedTokens: 0,
  freshTokens: 0,
  removedTokens: 0,
  removedEntries: 0,
  largestWindowTokens: 0,
  inputCost: null,
  summariserUsage: null,
  deciders: [],
  recorded: { calls: 0, inputTokens: 0, cachedTokens: 0 },
};

/** The totals of one call. */
export function totalsOf(call: ReplayedCall, prices: PriceTable): ReplayTotals {
  const { window, cachedTokens, records, recorded } = call;
  const { usage } = recorded;
  return {
    calls: 1,
    compactions: records.length,
    sentTokens: window.tokens,
    cachedTokens,
    freshTokens: window.tokens - cachedTokens,
    removedTokens: records.reduce((sum, { tokensBefore, tokensAfter }) => sum + tokensBefore - tokensAfter, 0),
    removedEntries: records.reduce((sum, { removed }) => sum + removed.length, 0),
    largestWindowTokens: window.tokens,
    inputCost: inputCost(call, prices),
    summariserUsage: records.reduce<Usage | null>((sum, record) => addedUsage(sum, record.usage), null),
    deciders: records.reduce<readonly Decider[]>((all, record) => merged(all, decidersOf(record)), []),
    recorded: {
      calls: usage === null ? 0 : 1,
      inputTokens: usage?.inputTokens ?? 0,
      cachedTokens: usage?.cachedTokens ?? 0,
    },
  };
}

/** Two totals as one. */
export function added(a: ReplayTotals, b: ReplayTotals): ReplayTotals {
  if (a.calls === 0) return b;
  if (b.calls === 0) return a;
  return {
    calls: a.calls + b.calls,
    compactions: a.compactions + b.compactions,
    sentTokens: a.sentTokens + b.sentTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    freshTokens: a.freshTokens + b.freshTokens,
    removedTokens: a.removedTokens + b.removedTokens,
    removedEntries: a.removedEntries + b.removedEntries,
    largestWindowTokens: Math.max(a.largestWindowTokens, b.largestWindowTokens),
    inputCost: addedCost(a.inputCost, b.inputCost),
    summariserUsage: addedUsage(a.summariserUsage, b.summariserUsage),
    deciders: merged(a.deciders, b.deciders),
    recorded: {
      calls: a.recorded.calls + b.recorded.calls,
      inputTokens: a.recorded.inputTokens + b.recorded.inputTokens,
      cachedTokens: a.recorded.cachedTokens + b.recorded.cachedTokens,
    },
  };
}

function decidersOf({ decisions }: CompactionRecord): readonly Decider[] {
  return decisions.map(({ operation, plugin }) => ({ operation, plugin, times: 1 }));
}

function merged(a: readonly Decider[], b: readonly Decider[]): readonly Decider[] {
  const all = [...a];
  for (const each of b) {
    const at = all.findIndex(({ operation, plugin }) => operation === each.operation && plugin === each.plugin);
    const before = all[at];
    if (before === undefined) all.push(each);
    else all[at] = { ...before, times: before.times + each.times };
  }
  return all;
}

function addedUsage(a: Usage | null, b: Usage | null): Usage | null {
  if (a === null || b === null) return a ?? b;
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
  };
}
