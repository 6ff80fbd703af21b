import {
  AbortedError,
  type AgentState,
  type CompactionRecord,
  ConflictError,
  freeze,
  type PersistenceReadContext,
  type PersistenceReadResult,
  type PersistenceWriteContext,
  type Stored,
} from "@varve/kernel";

interface StoredTask {
  readonly state: AgentState;
  /** Oldest first. */
  readonly records: readonly CompactionRecord[];
}

/** Holds states and records as the immutable values that they are: nothing is copied, and nothing outlives the process. */
export class MemoryStore {
  readonly #tasks = new Map<string, StoredTask>();

  /** @throws ConflictError when the write is not based on the latest version; AbortedError */
  write({ taskId, write, baseVersion, signal }: PersistenceWriteContext): Stored {
    if (signal.aborted) throw new AbortedError("persistence.write", signal.reason);
    const stored = this.#tasks.get(taskId);
    const storedVersion = stored?.state.version ?? 0;
    if (storedVersion !== baseVersion) throw new ConflictError(taskId, baseVersion, storedVersion);
    const version = baseVersion + 1;
    const state = freeze(write.state.version === version ? write.state : { ...write.state, version });
    const added = write.kind === "compaction" ? [freeze(write.record)] : [];
    this.#tasks.set(taskId, { state, records: [...(stored?.records ?? []), ...added] });
    return { version };
  }

  read({ taskId, read }: PersistenceReadContext): PersistenceReadResult {
    const stored = this.#tasks.get(taskId);
    const records = stored?.records ?? [];
    switch (read.kind) {
      case "state":
        return { kind: "state", state: stored?.state ?? null };
      case "record":
        return { kind: "record", record: records.findLast(({ id }) => id === read.id) ?? null };
      case "records":
        return { kind: "records", records, damaged: [] };
    }
  }
}
