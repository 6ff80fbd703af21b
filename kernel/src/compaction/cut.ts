import type { EntryId, HistoryEntry } from "../state/agent-state.ts";
import type { Exchange } from "./exchanges.ts";

/** What a cut removes. */
export interface Cut {
  /** The index before which everything that is not kept goes. */
  readonly boundary: number;
  readonly removed: readonly HistoryEntry[];
}

/** What a cut should free, in counted tokens. */
export interface Wanted {
  /**
   * What brings the window under the trigger's line, with room for what comes in its place: with less, the next question would
   * be answered yes again, or the summary would be longer than what it is of.
   */
  readonly leastTokens: number;
  /** What brings it to the target. */
  readonly targetTokens: number;
  readonly tokensOf: (entries: readonly HistoryEntry[]) => number;
}

/**
 * The default cut, and the only function that picks one: the oldest half of the history by entries, moved to the nearest
 * boundary between exchanges where something can go. Where that half would not be enough, the cut goes on to the first boundary
 * that brings the window to the target: one larger summary costs less than several in a row.
 * An exchange that holds a kept entry stays whole.
 *
 * @returns `null` where no boundary removes anything
 */
export function chooseCut(all: readonly Exchange[], kept: ReadonlySet<EntryId>, wanted: Wanted): Cut | null {
  const half = (all.at(-1)?.end ?? 0) / 2;
  const removable = all.filter((exchange) => !exchange.entries.some(({ id }) => kept.has(id)));
  const [first] = removable;
  if (first === undefined) return null;

  let boundary = first.end;
  for (const { end } of all) {
    if (end > boundary && Math.abs(end - half) < Math.abs(boundary - half)) boundary = end;
  }
  let freed = wanted.tokensOf(removable.filter(({ end }) => end <= boundary).flatMap(({ entries }) => entries));
  if (freed < wanted.leastTokens) {
    for (const { end, entries } of removable) {
      if (end <= boundary) continue;
      boundary = end;
      freed += wanted.tokensOf(entries);
      if (freed >= Math.max(wanted.leastTokens, wanted.targetTokens)) break;
    }
  }
  return { boundary, removed: removable.filter(({ end }) => end <= boundary).flatMap(({ entries }) => entries) };
}
