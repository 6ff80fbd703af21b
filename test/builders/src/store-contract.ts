import assert from "node:assert/strict";
import { conversation } from "@varve/conformance/conversation";
import { AbortedError, ConflictError, freeze, type HistoryEntry, message } from "@varve/kernel";
import { agentState, callContext } from "./contexts.ts";
import { entry } from "./entry.ts";
import { compactionRecord, readContext, recordId, writeContext } from "./persistence.ts";
import type { Tapped } from "./tapped.ts";

const WRITE = "persistence.write.in";
const READ = "persistence.read.in";

/**
 * What every store must do, as tests. A store answers `persistence.write` and `persistence.read`.
 *
 * @param test the test function of the runner: `test(name, body)`
 * @param makeStore a plugin tapped with a store that is empty
 */
export function storeContract(
  test: (name: string, body: () => Promise<void>) => void,
  makeStore: () => Promise<Tapped>,
): void {
  const talk = conversation().user("fix it").exchange("grep", { pattern: "x" }, "a.ts:1").assistant("done").entries();
  const stateOf = (version: number, history: readonly HistoryEntry[] = talk, taskId = "task-1") =>
    freeze(agentState({ taskId, version, history, nextEntry: 100 }));

  test("a task that was never stored is read as nothing", async () => {
    const store = await makeStore();
    assert.deepEqual(await store.call(READ, readContext({ kind: "state" })), { kind: "state", state: null });
    assert.deepEqual(await store.call(READ, readContext({ kind: "record", id: "task-1/c1" })), {
      kind: "record",
      record: null,
    });
    assert.deepEqual(await store.call(READ, readContext({ kind: "records" })), {
      kind: "records",
      records: [],
      damaged: [],
    });
  });

  test("a state comes back as it was stored, under its new version", async () => {
    const store = await makeStore();
    const state = stateOf(1);
    assert.deepEqual(await store.call(WRITE, writeContext(state)), { version: 1 });
    assert.deepEqual(await store.call(READ, readContext({ kind: "state" })), { kind: "state", state });
  });

  test("the stored state carries the version of the write, whatever version it was handed in with", async () => {
    const store = await makeStore();
    await store.call(WRITE, writeContext(stateOf(0), { baseVersion: 0 }));
    assert.deepEqual(await store.call(READ, readContext({ kind: "state" })), { kind: "state", state: stateOf(1) });
  });

  test("what was stored does not depend on what becomes of the object that was handed in", async () => {
    const store = await makeStore();
    await store.call(WRITE, writeContext(stateOf(1)));
    await store.call(WRITE, writeContext(stateOf(2, [...talk, entry(5, message("user", "more"))])));
    await store.call(WRITE, writeContext(stateOf(3, talk.slice(1))));
    assert.deepEqual(await store.call(READ, readContext({ kind: "state" })), {
      kind: "state",
      state: stateOf(3, talk.slice(1)),
    });
  });

  test("fault 35: a write that is not based on the latest version is refused and changes nothing", async () => {
    const store = await makeStore();
    await store.call(WRITE, writeContext(stateOf(1)));
    await store.call(WRITE, writeContext(stateOf(2)));
    const late = writeContext(stateOf(2, []), { record: compactionRecord() });
    await assert.rejects(
      () => store.call(WRITE, late),
      (error) =>
        error instanceof ConflictError &&
        error.taskId === "task-1" &&
        error.baseVersion === 1 &&
        error.storedVersion === 2,
    );
    assert.deepEqual(await store.call(READ, readContext({ kind: "state" })), { kind: "state", state: stateOf(2) });
    assert.deepEqual(await store.call(READ, readContext({ kind: "records" })), {
      kind: "records",
      records: [],
      damaged: [],
    });
  });

  test("a write based on a version that was never stored is refused", async () => {
    const store = await makeStore();
    await assert.rejects(
      () => store.call(WRITE, writeContext(stateOf(5))),
      (error) => error instanceof ConflictError && error.storedVersion === 0,
    );
  });

  test("fault 83: a record and the state that it leads to are stored together", async () => {
    const store = await makeStore();
    await store.call(WRITE, writeContext(stateOf(1)));
    const [first, ...rest] = talk;
    assert(first !== undefined);
    const record = freeze(compactionRecord(1, { removed: [{ index: 0, entry: first }] }));
    await store.call(WRITE, writeContext(stateOf(2, rest), { record }));
    assert.deepEqual(await store.call(READ, readContext({ kind: "record", id: record.id })), {
      kind: "record",
      record,
    });
    assert.deepEqual(await store.call(READ, readContext({ kind: "state" })), {
      kind: "state",
      state: stateOf(2, rest),
    });
  });

  test("records are read oldest first, and stay when later states are stored", async () => {
    const store = await makeStore();
    for (const count of [1, 2, 3]) {
      await store.call(WRITE, writeContext(stateOf(count), { record: compactionRecord(count) }));
    }
    await store.call(WRITE, writeContext(stateOf(4)));
    assert.deepEqual(await store.call(READ, readContext({ kind: "records" })), {
      kind: "records",
      records: [1, 2, 3].map((count) => compactionRecord(count)),
      damaged: [],
    });
  });

  test("of two records with one id, as after a restore, the later one is read", async () => {
    const store = await makeStore();
    await store.call(WRITE, writeContext(stateOf(1), { record: compactionRecord() }));
    await store.call(WRITE, writeContext(stateOf(2)));
    const again = compactionRecord(1, { reason: "manual" });
    await store.call(WRITE, writeContext(stateOf(3), { record: again }));
    assert.deepEqual(await store.call(READ, readContext({ kind: "record", id: again.id })), {
      kind: "record",
      record: again,
    });
  });

  test("entries marked as past, taken out and brought back are read as they were last stored", async () => {
    const store = await makeStore();
    const marked = freeze(talk.map((each, index) => (index === 1 ? { ...each, past: true as const } : each)));
    const histories = [talk, marked, marked.slice(1), talk, [...talk.slice(2), ...talk.slice(0, 2)], [], talk];
    for (const [index, history] of histories.entries()) {
      await store.call(WRITE, writeContext(stateOf(index + 1, history)));
      assert.deepEqual(await store.call(READ, readContext({ kind: "state" })), {
        kind: "state",
        state: stateOf(index + 1, history),
      });
    }
  });

  test("tasks know nothing of each other", async () => {
    const store = await makeStore();
    const other = stateOf(1, talk.slice(0, 1), "task-2");
    await store.call(WRITE, writeContext(stateOf(1), { record: compactionRecord() }));
    await store.call(WRITE, writeContext(other));
    assert.deepEqual(await store.call(READ, readContext({ kind: "state" }, { taskId: "task-2" })), {
      kind: "state",
      state: other,
    });
    assert.deepEqual(await store.call(READ, readContext({ kind: "record", id: "task-1/c1" }, { taskId: "task-2" })), {
      kind: "record",
      record: null,
    });
    assert.deepEqual(await store.call(READ, readContext({ kind: "state" })), { kind: "state", state: stateOf(1) });
  });

  test("fault 36: a lone surrogate in an entry and in the task's data comes back", async () => {
    const store = await makeStore();
    const data: object = { "\udc00": "\ud800" };
    const state = freeze({ ...stateOf(1, [entry(1, message("user", "half \ud83d emoji"))]), data });
    await store.call(WRITE, writeContext(state));
    assert.deepEqual(await store.call(READ, readContext({ kind: "state" })), { kind: "state", state });
  });

  test("fault 75: __proto__ as a task's id and as a key of its data is a name like any other", async () => {
    const store = await makeStore();
    const data: object = JSON.parse('{"__proto__":{"polluted":true}}');
    const state = freeze({ ...stateOf(1, talk, "__proto__"), data });
    const record = compactionRecord(1, { taskId: "__proto__" });
    await store.call(WRITE, writeContext(state, { record }));
    const read = await store.call(READ, readContext({ kind: "state" }, { taskId: "__proto__" }));
    assert.equal(JSON.stringify(read), JSON.stringify({ kind: "state", state }));
    assert.equal("polluted" in {}, false);
    const found = readContext({ kind: "record", id: recordId("__proto__", 1) }, { taskId: "__proto__" });
    assert.deepEqual(await store.call(READ, found), { kind: "record", record });
  });

  test("an abort before the write leaves everything as it was", async () => {
    const store = await makeStore();
    const { signal } = callContext({ signal: AbortSignal.abort("enough") });
    await assert.rejects(() => store.call(WRITE, writeContext(stateOf(1), { signal })), AbortedError);
    assert.deepEqual(await store.call(READ, readContext({ kind: "state" })), { kind: "state", state: null });
  });

  test("fault 45: an abort that comes while a write is under way does not undo it", async () => {
    const store = await makeStore();
    const caller = new AbortController();
    const writing = store.call(WRITE, writeContext(stateOf(1), { signal: caller.signal }));
    caller.abort();
    assert.deepEqual(await writing, { version: 1 });
    assert.deepEqual(await store.call(READ, readContext({ kind: "state" })), { kind: "state", state: stateOf(1) });
  });
}
