import type { EntryId, HistoryEntry } from "../state/agent-state.ts";
import type { Exchange } from "./exchanges.ts";

/** What a cut removes. */
export interface Cut {
  /** The index before which everything that is not kept goes. */
  readonly boundary: number;
  readonly removed: readonly HistoryEntry[];
}

/**
 * The default cut, and the only function that picks one: the oldest half of the history by entries, moved to the nearest
 * boundary between exchanges where something can go. An exchange that holds a kept entry stays whole.
 *
 * @returns `null` where no boundary removes anything
 */
export function chooseCut(all: readonly Exchange[], kept: ReadonlySet<EntryId>): Cut | null {
  const half = (all.at(-1)?.end ?? 0) / 2;
  const isRemovable = (exchange: Exchange) => !exchange.entries.some(({ id }) => kept.has(id));
  const firstRemovable = all.find(isRemovable);
  if (firstRemovable === undefined) return null;

  let boundary = firstRemovable.end;
  for (const { end } of all) {
    if (end > boundary && Math.abs(end - half) < Math.abs(boundary - half)) boundary = end;
  }
  const removed = all
    .filter((exchange) => exchange.end <= boundary && isRemovable(exchange))
    .flatMap(({ entries }) => entries);
  return { boundary, removed };
}
