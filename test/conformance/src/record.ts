import { type CompactionRecord, freeze, type RecordId } from "@varve/kernel";

/** A record of a compaction that removed nothing. */
export function recordOf(taskId: string, reason: CompactionRecord["reason"]): CompactionRecord {
  const id = `${taskId}/c1`;
  if (!isRecordId(id)) throw new Error(`${id} is no record id`);
  return freeze({
    format: 1,
    id,
    taskId,
    turn: 0,
    count: 1,
    previous: null,
    reason,
    removed: [],
    inserted: [],
    markedPast: [],
    folded: [],
    leftOutBefore: [],
    summaryBefore: null,
    summaryAfter: { text: "What came before." },
    tokensBefore: 100,
    tokensAfter: 40,
    floorTokens: 10,
    uncachedTokens: 30,
    decisions: [],
    usage: null,
    atMs: null,
  });
}

function isRecordId(id: string): id is RecordId {
  return /\/c\d+$/.test(id);
}
