import { ItemError } from "../errors.ts";
import type { AgentState, EntryId, RecordId } from "./agent-state.ts";

/** The id of the n-th entry of a task. */
export function entryId(number: number): EntryId {
  const id = `e${number}`;
  if (!isEntryId(id)) throw new ItemError(`${id} is no entry id: entries are numbered from 1.`);
  return id;
}

/** Whether a text is an entry id. */
export function isEntryId(id: string): id is EntryId {
  return /^e[1-9]\d*$/.test(id);
}

/** The n of the n-th entry. */
export function numberOf(id: EntryId): number {
  return Number(id.slice(1));
}

/** Whether a text is a record id. */
export function isRecordId(id: string): id is RecordId {
  return /\/c[1-9]\d*$/.test(id);
}

/** The id that a state's next compaction gets. */
export function nextRecordId({ taskId, compaction }: AgentState): RecordId {
  const { count, undone = 0 } = compaction;
  const id = `${taskId}/c${count + undone + 1}`;
  if (!isRecordId(id)) throw new ItemError(`${id} is no record id.`);
  return id;
}
