import {
  type AgentState,
  type CompactionRecord,
  ConflictError,
  definePlugin,
  freeze,
  type PersistenceReadContext,
  type PersistenceReadResult,
  type PersistenceWriteContext,
  type Stored,
} from "@varve/kernel";
import type { Subject } from "../../src/index.ts";
import lastWriteWins from "../broken/last-write-wins.ts";
import type { Breakers } from "./breaker.ts";

/** A store as it should be, to be got wrong in one place. */
class Store {
  readonly tasks = new Map<string, { state: AgentState; records: readonly CompactionRecord[] }>();

  write(context: PersistenceWriteContext): Stored | Promise<Stored> {
    context.signal.throwIfAborted();
    this.check(context);
    return this.put(context);
  }

  check({ taskId, baseVersion }: PersistenceWriteContext): void {
    const stored = this.tasks.get(this.key(taskId))?.state.version ?? 0;
    if (stored !== baseVersion) throw new ConflictError(taskId, baseVersion, stored);
  }

  put({ taskId, write, baseVersion }: PersistenceWriteContext): Stored {
    const version = baseVersion + 1;
    const records = this.tasks.get(this.key(taskId))?.records ?? [];
    this.tasks.set(this.key(taskId), {
      state: freeze({ ...write.state, version }),
      records: write.kind === "compaction" ? [...records, write.record] : records,
    });
    return { version };
  }

  read({ taskId, read }: PersistenceReadContext): PersistenceReadResult {
    const stored = this.tasks.get(this.key(taskId));
    const records = stored?.records ?? [];
    if (read.kind === "state") return { kind: "state", state: stored?.state ?? null };
    if (read.kind === "records") return { kind: "records", records, damaged: [] };
    return { kind: "record", record: records.findLast(({ id }) => id === read.id) ?? null };
  }

  key(taskId: string): string {
    return taskId;
  }
}

function storing(make: () => Store): () => Subject {
  return () => ({
    plugin: definePlugin({
      name: "breaker",
      api: 1,
      apply({ hooks: { persistence } }) {
        const store = make();
        persistence.write.in.tapPromise("breaker", async (context) => store.write(context));
        persistence.read.in.tap("breaker", (context) => store.read(context));
      },
    }),
  });
}

/** The store that breaks nothing: what the others are measured against. */
export const soundStore = storing(() => new Store());

export const STORE_BREAKERS: Breakers = {
  "store/versions": storing(
    () =>
      new (class extends Store {
        override put(context: PersistenceWriteContext): Stored {
          const { version } = super.put(context);
          this.tasks.set(context.taskId, { state: context.write.state, records: [] });
          return { version };
        }
      })(),
  ),
  "store/conflict": () => ({ plugin: lastWriteWins }),
  "store/at-once": storing(
    () =>
      new (class extends Store {
        override async write(context: PersistenceWriteContext): Promise<Stored> {
          context.signal.throwIfAborted();
          this.check(context);
          await new Promise((resolve) => setTimeout(resolve, 1));
          return this.put(context);
        }
      })(),
  ),
  "store/abort": storing(
    () =>
      new (class extends Store {
        override write(context: PersistenceWriteContext): Stored {
          this.check(context);
          return this.put(context);
        }
      })(),
  ),
  "store/empty": storing(
    () =>
      new (class extends Store {
        override read(context: PersistenceReadContext): PersistenceReadResult {
          const result = super.read(context);
          return result.kind === "record" && result.record === null
            ? { kind: "records", records: [], damaged: [] }
            : result;
        }
      })(),
  ),
  "store/round-trip": storing(
    () =>
      new (class extends Store {
        override put(context: PersistenceWriteContext): Stored {
          const legible = JSON.parse(JSON.stringify(context.write).replaceAll(/\\ud[89ab][0-9a-f]{2}/g, "?"));
          return super.put({ ...context, write: legible });
        }
      })(),
  ),
  "store/together": storing(
    () =>
      new (class extends Store {
        override read(context: PersistenceReadContext): PersistenceReadResult {
          const result = super.read(context);
          return result.kind === "records" ? { ...result, records: result.records.toReversed() } : result;
        }
      })(),
  ),
  "store/latest-record": storing(
    () =>
      new (class extends Store {
        override read(context: PersistenceReadContext): PersistenceReadResult {
          const { read } = context;
          if (read.kind !== "record") return super.read(context);
          const records = this.tasks.get(context.taskId)?.records ?? [];
          return { kind: "record", record: records.find(({ id }) => id === read.id) ?? null };
        }
      })(),
  ),
  "store/tasks-apart": storing(
    () =>
      new (class extends Store {
        override key(taskId: string): string {
          return taskId.startsWith("__") ? "task-1" : taskId;
        }
      })(),
  ),
  "store/pure": storing(
    () =>
      new (class extends Store {
        override put(context: PersistenceWriteContext): Stored {
          Reflect.set(context.write.state, "version", 77);
          return super.put(context);
        }
      })(),
  ),
  "store/durable": soundStore,
};
