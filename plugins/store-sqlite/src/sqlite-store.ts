import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import {
  AbortedError,
  type AgentState,
  ConflictError,
  type PersistenceReadContext,
  type PersistenceReadResult,
  type PersistenceWriteContext,
  type Stored,
} from "@varve/kernel";
import { persistenceFailure } from "./failure.ts";
import { HistoryRows } from "./history-rows.ts";
import { IN_MEMORY, openDatabase } from "./open-database.ts";
import { RecordRows } from "./record-rows.ts";
import { StoreProblem } from "./store-problem.ts";
import { parsePlace, parseState, TaskRows } from "./task-rows.ts";
import { inTransaction } from "./transaction.ts";

/** How long a write waits for another process that writes, before it fails. */
const BUSY_TIMEOUT_MS = 5_000;

interface Tables {
  readonly database: DatabaseSync;
  readonly tasks: TaskRows;
  readonly entries: HistoryRows;
  readonly records: RecordRows;
}

/**
 * States and compaction records in one SQLite file. Every write is one transaction, durable before it is answered; any
 * number of processes may use the file. It is opened at the first use: until then, nothing is made.
 */
export class SqliteStore {
  readonly #path: string;
  readonly #busyTimeoutMs: number;
  #tables: Tables | null = null;
  #closed = false;

  /** @param path an absolute path, or `:memory:` */
  constructor(path: string, { busyTimeoutMs = BUSY_TIMEOUT_MS }: { readonly busyTimeoutMs?: number } = {}) {
    this.#path = path;
    this.#busyTimeoutMs = busyTimeoutMs;
  }

  /**
   * Stores a state, or a record and its state.
   * @throws ConflictError when the write is not based on the latest version; AbortedError before anything was begun;
   * PersistenceError naming the file, the reason and the remedy. In each case nothing has changed.
   */
  write({ taskId, write, baseVersion, signal }: PersistenceWriteContext): Stored {
    // Asked once, here: what has begun is carried through, so that it is known what is stored.
    if (signal.aborted) throw new AbortedError("persistence.write", signal.reason);
    return this.#use(`store task ${taskId}`, taskId, ({ database, tasks, entries, records }) => {
      const version = baseVersion + 1;
      const saved = inTransaction(database, "IMMEDIATE", () => {
        const found = tasks.find(taskId);
        const storedVersion = found?.version ?? 0;
        if (storedVersion !== baseVersion) throw new ConflictError(taskId, baseVersion, storedVersion);
        const task = found ?? tasks.create(taskId);
        const history = entries.save(task.key, parsePlace(task), write.state.history);
        tasks.update(task.key, { ...write.state, version }, history);
        if (write.kind === "compaction") records.add(task.key, write.record);
        return history;
      });
      saved.remember();
      return { version };
    });
  }

  /**
   * Reads what is stored of a task. Where there is no file, nothing is made and nothing is there.
   * @throws PersistenceError as {@link write} does, also when what is read is damaged; a damaged state's place is in its
   * cause, a StateFormatError
   */
  read({ taskId, read }: PersistenceReadContext): PersistenceReadResult {
    if (this.#tables === null && this.#path !== IN_MEMORY && !existsSync(this.#path)) return nothing(read.kind);
    return this.#use(`read task ${taskId}`, taskId, (tables) =>
      inTransaction(tables.database, "DEFERRED", () => readTask(tables, taskId, read)),
    );
  }

  /** Closes the file. What was stored stays; this store cannot be used any more. Closing again does nothing. */
  close(): void {
    this.#closed = true;
    this.#tables?.database.close();
    this.#tables = null;
  }

  #use<T>(doing: string, taskId: string, body: (tables: Tables) => T): T {
    try {
      if (this.#closed) throw new StoreProblem("the store was closed. Make a new one");
      // SQLite would store another text than was given, and two tasks could become one.
      if (!taskId.isWellFormed() || taskId.includes("\0")) {
        throw new StoreProblem("the task's id has half a character or a NUL in it. Give it another id");
      }
      this.#tables ??= open(this.#path, this.#busyTimeoutMs);
      return body(this.#tables);
    } catch (cause) {
      throw persistenceFailure(doing, this.#path, cause);
    }
  }
}

function open(path: string, busyTimeoutMs: number): Tables {
  const database = openDatabase(path, busyTimeoutMs);
  return {
    database,
    tasks: new TaskRows(database),
    entries: new HistoryRows(database),
    records: new RecordRows(database),
  };
}

function readTask(
  { tasks, entries, records }: Tables,
  taskId: string,
  read: PersistenceReadContext["read"],
): PersistenceReadResult {
  const task = tasks.find(taskId);
  if (task === null) return nothing(read.kind);
  switch (read.kind) {
    case "state": {
      const state: AgentState = { ...parseState(task), history: entries.load(task.key, parsePlace(task).rows) };
      return { kind: "state", state };
    }
    case "record":
      return { kind: "record", record: records.find(task.key, read.id) };
    case "records":
      return records.all(task.key);
  }
}

function nothing(kind: PersistenceReadContext["read"]["kind"]): PersistenceReadResult {
  switch (kind) {
    case "state":
      return { kind, state: null };
    case "record":
      return { kind, record: null };
    case "records":
      return { kind, records: [], damaged: [] };
  }
}
