import type { CompactionRecord, InputItem } from "@varve/kernel";
import { printableLine } from "./printable.ts";
import type { ReplayedCall } from "./replay.ts";

/** What a row tells of a call. The call itself is not kept: the windows of a long session would fill the memory. */
export interface CallRow {
  readonly call: number;
  readonly tokens: number;
  readonly cachedTokens: number;
  /** What was appended before it, by kind: `user, result ×2`. */
  readonly added: string;
  readonly compactions: readonly CompactionFacts[];
  /** What else should be known of the call, one line each: a refused compaction, a changed prefix. */
  readonly remarks: readonly string[];
  readonly recorded: { readonly inputTokens: number; readonly cachedTokens: number } | null;
}

export interface CompactionFacts {
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly removedEntries: number;
  /** Sections that were left out. */
  readonly folded: readonly string[];
  /** Who made the summary or the replacement. */
  readonly summariser: string | null;
}

export function rowOf(replayed: ReplayedCall): CallRow {
  const { call, window, cachedTokens, added, records } = replayed;
  const { usage } = replayed.recorded;
  return {
    call,
    tokens: window.tokens,
    cachedTokens,
    added: kindsOf(added),
    compactions: records.map(factsOf),
    remarks: [...refusals(replayed), ...prefixChanges(replayed)],
    recorded: usage === null ? null : { inputTokens: usage.inputTokens, cachedTokens: usage.cachedTokens },
  };
}

function refusals({ decisions }: ReplayedCall): readonly string[] {
  return decisions
    .filter(({ operation, answer }) => operation === "compaction.approve" && answer === "no")
    .map(({ plugin, reason }) => `compaction refused by ${plugin}${reason === undefined ? "" : `: ${reason}`}`);
}

function prefixChanges({ prefixChanges: changes }: ReplayedCall): readonly string[] {
  return changes.map(
    ({ section, offset, before, after }) =>
      `prefix changed in ${section} at byte ${offset}: ${JSON.stringify(before)} is now ${JSON.stringify(after)}`,
  );
}

function factsOf({ tokensBefore, tokensAfter, removed, folded, decisions }: CompactionRecord): CompactionFacts {
  return {
    tokensBefore,
    tokensAfter,
    removedEntries: removed.length,
    folded: folded.map(({ section }) => section),
    summariser: decisions.findLast(({ operation }) => operation === "compaction.summarise")?.plugin ?? null,
  };
}

function kindsOf(items: readonly InputItem[]): string {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(kindOf(item), (counts.get(kindOf(item)) ?? 0) + 1);
  return [...counts].map(([kind, count]) => (count === 1 ? kind : `${kind} ×${count}`)).join(", ");
}

function kindOf(item: InputItem): string {
  switch (item.kind) {
    case "message":
      return item.role;
    case "tool_call":
      return "call";
    case "tool_result":
      return "result";
    case "reasoning":
      return "reasoning";
    case "opaque":
      return `${printableLine(item.provider)} item`;
  }
}
