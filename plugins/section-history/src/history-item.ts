import { type HistoryEntry, type InputItem, text } from "@varve/kernel";

/** Stands before a message that a compaction kept from before its cut, or wrote in place of one. */
export const PAST_NOTE =
  "[This message is from before the summary and has been dealt with: read it as background, not as a new request.]";

/**
 * The entry's own item, the very object; a past message gets {@link PAST_NOTE} as its first part, so that an old request
 * is not carried out again. What the assistant said asks for nothing and goes back to its provider as it came.
 */
export function historyItem({ item, past }: HistoryEntry): InputItem {
  if (past !== true || item.kind !== "message" || item.role === "assistant") return item;
  return { ...item, parts: [text(PAST_NOTE), ...item.parts] };
}
