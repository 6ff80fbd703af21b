import type { EntryId, HistoryEntry, InputItem, Made } from "@varve/kernel";

/** One history entry with the id `e<number>`. */
export function entry(
  number: number,
  item: InputItem,
  more: { turn?: number; made?: Made; past?: true } = {},
): HistoryEntry {
  return { id: entryId(number), turn: 0, item, ...more };
}

/** An entry id; other than the kernel's own it may be `e0`, where a test counts from 0. */
export function entryId(number: number): EntryId {
  const id = `e${number}`;
  if (!isEntryId(id)) throw new Error(`${id} is no entry id`);
  return id;
}

function isEntryId(id: string): id is EntryId {
  return /^e\d+$/.test(id);
}
