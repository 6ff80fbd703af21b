import type { EntryId, HistoryEntry, ModelLimits, SummariseContext, WindowItem } from "@varve/kernel";

/**
 * Where the last request that the model was sent ended in this window: behind its last history item. What has been appended
 * since, the results and messages of this turn and before them the answer itself, was no part of it.
 */
export function lastRequestEnd({ state, window }: SummariseContext): number {
  const entries = new Map(state.history.map((entry): [EntryId, HistoryEntry] => [entry.id, entry]));
  const { input } = window;
  let end = input.findLastIndex(({ entry }) => entry !== undefined) + 1;
  while (turnAt(input[end - 1], entries) === state.turn) end -= 1;
  const answeredIn = turnAt(input[end - 1], entries);
  while (answeredIn !== null && turnAt(input[end - 1], entries) === answeredIn && isModelOutput(input[end - 1]))
    end -= 1;
  return end;
}

/**
 * Whether the provider may still have the last request: the same model was sent it, and nothing of it has been compacted
 * since.
 *
 * @param model who is asked for the summary; `null` where no model is declared
 */
export function mayBeCached({ state }: SummariseContext, model: ModelLimits | null): boolean {
  const { turn, lastUsage, compaction } = state;
  if (turn === 0) return false;
  if (lastUsage === null) return true;
  const isSameModel = lastUsage.model === null || model === null || lastUsage.model === model.name;
  return isSameModel && lastUsage.compactions === compaction.count;
}

function turnAt(placed: WindowItem | undefined, entries: ReadonlyMap<EntryId, HistoryEntry>): number | null {
  if (placed?.entry === undefined) return null;
  return entries.get(placed.entry)?.turn ?? null;
}

function isModelOutput(placed: WindowItem | undefined): boolean {
  if (placed === undefined) return false;
  const { item } = placed;
  return item.kind === "message" ? item.role === "assistant" : item.kind !== "tool_result";
}
