import { type HistoryEntry, message, plainText, type SummariseContext, type SummariseResult } from "@varve/kernel";

/** How a note begins; an earlier one is found by it. */
const BEGINNING = "[Dropped to make room: ";

const NOTE = /^\[Dropped to make room: (\d+) entries/;

/**
 * Drops what the kernel's cut would have summarised: the oldest half, or more where only that reaches the target, so that the prefix
 * is broken once and not at every turn. A note says how much is gone and where it is; there is one, however often it happens.
 *
 * Passes on where there is less than `least` to drop, and where sections are to be folded: what they said needs a summary.
 */
export function slide(
  { removed, folded, taskId, state }: SummariseContext,
  least: number,
): SummariseResult | undefined {
  const dropped = removed.filter((entry) => noteCount(entry) === null);
  if (folded.length > 0 || dropped.length < least) return undefined;
  const before = removed.reduce((sum, entry) => sum + (noteCount(entry) ?? 0), 0);
  const count = before + dropped.length;
  const last = `${taskId}/c${state.compaction.count + (state.compaction.undone ?? 0) + 1}`;
  const words = `${BEGINNING}${count} entries from here, the last of them in record ${last}. Nothing of them is summarised. Where there is a tool "recall", it finds them.]`;
  return {
    removes: removed.map(({ id }) => id),
    replacement: [{ item: message("developer", words) }],
    reason: `dropped ${dropped.length} entries`,
  };
}

/** How many entries an earlier note tells of; `null` for what is none. */
function noteCount({ item, made }: HistoryEntry): number | null {
  if (made !== "replacement" || item.kind !== "message" || item.role !== "developer") return null;
  const [, count] = NOTE.exec(plainText(item)) ?? [];
  return count === undefined ? null : Number(count);
}
