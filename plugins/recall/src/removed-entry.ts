import { type AgentState, type CompactionRecord, type HistoryEntry, type InputItem, plainText } from "@varve/kernel";

/** An entry that compactions took out of a task's history, as text. */
export interface RemovedEntry {
  readonly id: string;
  /** The record of the compaction that removed it. */
  readonly record: string;
  /** Who or what spoke: `user`, `assistant`, `call of grep`, `result of grep`, … */
  readonly from: string;
  readonly text: string;
}

/**
 * What is gone from a task's history, oldest first and each entry once. What a compaction put there itself is not the conversation;
 * what an undone one removed is there again.
 */
export function removedEntries(records: readonly CompactionRecord[], state: AgentState): readonly RemovedEntry[] {
  const present = new Set<string>(state.history.map(({ id }) => id));
  const found = new Map<string, RemovedEntry>();
  for (const { id: record, removed } of records) {
    const names = new Map<string, string>();
    for (const { entry } of removed) {
      if (entry.item.kind === "tool_call") names.set(entry.item.callId, entry.item.name);
      if (isMade(entry) || present.has(entry.id)) continue;
      found.set(entry.id, { id: entry.id, record, from: speakerOf(entry.item, names), text: plainText(entry.item) });
    }
  }
  return [...found.values()];
}

function isMade({ made }: HistoryEntry): boolean {
  return made !== undefined;
}

function speakerOf(item: InputItem, names: ReadonlyMap<string, string>): string {
  switch (item.kind) {
    case "message":
      return item.role;
    case "tool_call":
      return `call of ${item.name}`;
    case "tool_result":
      return `result of ${names.get(item.callId) ?? item.callId}`;
    case "reasoning":
      return "reasoning";
    case "opaque":
      return `${item.provider} item`;
  }
}
