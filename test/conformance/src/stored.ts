import {
  type AgentState,
  type CompactionRecord,
  freeze,
  type PersistenceReadContext,
  type PersistenceReadResult,
  type PersistenceWriteContext,
  type Stored,
} from "@varve/kernel";
import { type Bench, newTask } from "./bench.ts";
import type { Rig } from "./rig.ts";
import type { Finding } from "./rule.ts";
import { shownError } from "./shown.ts";
import type { Call } from "./watch/calls.ts";

/** A task that is stored once, so that the executors can be called alone from then on. */
const FIRST_TASK = "conformance first task";

/** The store of a plugin, empty but for one task, asked directly and not through a kernel. */
export class StoreUnderTest {
  readonly rig: Rig;
  readonly #write: Call<PersistenceWriteContext, Stored>;
  readonly #read: Call<PersistenceReadContext, PersistenceReadResult>;

  private constructor(
    rig: Rig,
    write: Call<PersistenceWriteContext, Stored>,
    read: Call<PersistenceReadContext, PersistenceReadResult>,
  ) {
    this.rig = rig;
    this.#write = write;
    this.#read = read;
  }

  /** `null` where the plugin does not both write and read. @throws what storing the first task throws */
  static async over(rig: Rig): Promise<StoreUnderTest | null> {
    await rig.kernel.save(newTask(rig, FIRST_TASK));
    await rig.kernel.load(FIRST_TASK);
    const calls = rig.watch.take(FIRST_TASK);
    const [write] = calls["persistence.write"].in;
    const [read] = calls["persistence.read"].in;
    return write === undefined || read === undefined ? null : new StoreUnderTest(rig, write, read);
  }

  /** Writes a state as the next version after `base`. @throws what the executor throws */
  async write(
    state: AgentState,
    base: number,
    { record, signal }: { readonly record?: CompactionRecord; readonly signal?: AbortSignal } = {},
  ): Promise<Stored | undefined> {
    const { context } = this.#write;
    const write =
      record === undefined ? { kind: "state" as const, state } : { kind: "compaction" as const, record, state };
    return this.#write.again(
      freeze({ ...context, taskId: state.taskId, write, baseVersion: base, signal: signal ?? context.signal }),
    );
  }

  async state(taskId: string): Promise<AgentState | null | undefined> {
    const result = await this.#ask(taskId, { kind: "state" });
    return result?.kind === "state" ? result.state : undefined;
  }

  async record(taskId: string, id: string): Promise<CompactionRecord | null | undefined> {
    const result = await this.#ask(taskId, { kind: "record", id });
    return result?.kind === "record" ? result.record : undefined;
  }

  async records(taskId: string): Promise<readonly CompactionRecord[] | undefined> {
    const result = await this.#ask(taskId, { kind: "records" });
    return result?.kind === "records" ? result.records : undefined;
  }

  #ask(taskId: string, read: PersistenceReadContext["read"]): Promise<PersistenceReadResult | undefined> {
    return this.#read.again(freeze({ ...this.#read.context, taskId, read }));
  }
}

/** Does some work with an empty store, where the plugin is one. What it throws unasked is a finding. */
export async function withStore(
  bench: Bench,
  work: (store: StoreUnderTest) => Promise<Finding | null>,
): Promise<Finding | null> {
  await using rig = await bench.rig();
  try {
    const store = await StoreUnderTest.over(rig);
    return store === null ? null : await work(store);
  } catch (cause) {
    return { at: "persistence.write.in", expected: "a task that is stored and read", came: shownError(cause), cause };
  }
}
