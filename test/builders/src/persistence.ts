import type {
  AgentState,
  CompactionRecord,
  PersistenceReadContext,
  PersistenceWriteContext,
  RecordId,
} from "@varve/kernel";
import { callContext } from "./contexts.ts";

/** The task's n-th compaction, which removed nothing yet; `more` says what. */
export function compactionRecord(
  count = 1,
  more: Partial<CompactionRecord> & { readonly taskId?: string } = {},
): CompactionRecord {
  const taskId = more.taskId ?? "task-1";
  return {
    format: 1,
    id: recordId(taskId, count),
    taskId,
    turn: 3,
    count,
    previous: count > 1 ? recordId(taskId, count - 1) : null,
    reason: "budget",
    removed: [],
    inserted: [],
    markedPast: [],
    folded: [],
    leftOutBefore: [],
    summaryBefore: null,
    summaryAfter: { text: "What came before." },
    tokensBefore: 1_000,
    tokensAfter: 400,
    floorTokens: 100,
    uncachedTokens: 300,
    decisions: [],
    usage: null,
    atMs: null,
    ...more,
  };
}

export function recordId(taskId: string, count: number): RecordId {
  const id = `${taskId}/c${count}`;
  if (!isRecordId(id)) throw new Error(`${id} is no record id`);
  return id;
}

function isRecordId(id: string): id is RecordId {
  return /\/c\d+$/.test(id);
}

/** A write of a state, based on the version before its own; or of a record and the state that it leads to. */
export function writeContext(
  state: AgentState,
  more: Partial<PersistenceWriteContext> & { readonly record?: CompactionRecord } = {},
): PersistenceWriteContext {
  const { record, ...rest } = more;
  return {
    ...callContext({ taskId: state.taskId }),
    write: record === undefined ? { kind: "state", state } : { kind: "compaction", record, state },
    baseVersion: state.version - 1,
    ...rest,
  };
}

/** A read of one task. */
export function readContext(
  read: PersistenceReadContext["read"],
  more: Partial<PersistenceReadContext> = {},
): PersistenceReadContext {
  return { ...callContext(), read, ...more };
}
