import { RestoreError } from "../errors.ts";
import { freeze, freezeShallow, frozenCopy } from "../immutable.ts";
import type { AgentState, HistoryEntry } from "../state/agent-state.ts";
import type { CompactionRecord } from "../state/record.ts";

/**
 * The state as if the record's compaction had not been: exactly what was removed stands where it stood, what came in its place
 * is gone, and what has been added since follows.
 * @throws RestoreError where the record is not the state's last compaction, or does not fit it
 */
export function restore(state: AgentState, record: CompactionRecord): AgentState {
  if (record.taskId !== state.taskId) {
    throw new RestoreError(`Record ${record.id} belongs to task ${record.taskId}, the state to ${state.taskId}.`);
  }
  if (state.compaction.last !== record.id) {
    const last = state.compaction.last ?? "none";
    throw new RestoreError(
      `Record ${record.id} is not the state's last compaction (${last}). Restore the later ones first, newest first.`,
    );
  }
  const present = new Set(state.history.map(({ id }) => id));
  const there = record.removed.find(({ entry }) => present.has(entry.id));
  if (there !== undefined)
    throw new RestoreError(
      `Record ${record.id} does not fit this state: entry ${there.entry.id}, which it removed, is there.`,
    );
  const missing = record.inserted.find(({ entry }) => !present.has(entry.id));
  if (missing !== undefined)
    throw new RestoreError(
      `Record ${record.id} does not fit this state: entry ${missing.entry.id}, which it inserted, is not there.`,
    );

  const inserted = new Set(record.inserted.map(({ entry }) => entry.id));
  const markedPast = new Set(record.markedPast);
  const staying = state.history
    .filter(({ id }) => !inserted.has(id))
    .map((entry) => (markedPast.has(entry.id) ? current(entry) : entry));
  const { lastUsage } = state;
  return freeze({
    ...state,
    history: freezeShallow(merged(staying, record)),
    summary: frozenCopy(record.summaryBefore),
    // What was measured since then was another window.
    lastUsage: lastUsage !== null && lastUsage.compactions >= record.count ? null : lastUsage,
    compaction: {
      count: record.count - 1,
      last: record.previous,
      leftOut: frozenCopy(record.leftOutBefore),
      undone: (state.compaction.undone ?? 0) + 1,
    },
  });
}

/** Puts every removed entry back at its index, and what stayed into the gaps. */
function merged(staying: readonly HistoryEntry[], { removed }: CompactionRecord): readonly HistoryEntry[] {
  const history: HistoryEntry[] = [];
  let next = 0;
  for (const { index, entry } of removed) {
    while (history.length < index) {
      const kept = staying[next];
      if (kept === undefined)
        throw new RestoreError(
          `The record removed an entry at index ${index}, but only ${history.length} entries stand before it.`,
        );
      history.push(kept);
      next += 1;
    }
    history.push(frozenCopy(entry));
  }
  return [...history, ...staying.slice(next)];
}

function current({ past: _, ...entry }: HistoryEntry): HistoryEntry {
  return freeze(entry);
}
