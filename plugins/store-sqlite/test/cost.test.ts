import { statSync } from "node:fs";
import { join } from "node:path";
import { type AgentState, freeze, type HistoryEntry, message } from "@varve/kernel";
import { agentState, conversation, entry, readContext, writeContext } from "@varve/test-builders";
import { describe, expect, onTestFinished, test } from "vitest";
import { SqliteStore } from "../src/index.ts";
import { folder, query } from "./files.ts";

function storeAt(path: string): SqliteStore {
  const store = new SqliteStore(path);
  onTestFinished(() => store.close());
  return store;
}

function stateOf(version: number, history: readonly HistoryEntry[]): AgentState {
  return freeze(agentState({ version, history }));
}

function load(store: SqliteStore): AgentState {
  const read = store.read(readContext({ kind: "state" }));
  if (read.kind !== "state" || read.state === null) throw new Error("nothing is stored");
  return read.state;
}

const rows = (path: string) =>
  query(path, "SELECT row, entry_id FROM entries ORDER BY row").map((row) => Object.values(row));
const places = (path: string) => query(path, "SELECT history FROM tasks").map(({ history }) => history);

const [one, two, three, four, five] = ["one", "two", "three", "four", "five"].map((words, index) =>
  freeze(entry(index + 1, message("user", words))),
);
if (!one || !two || !three || !four || !five) throw new Error("five entries were made");

describe("a save writes what has changed", () => {
  test("one more entry is one more row", () => {
    const path = join(folder(), "varve.db");
    const store = storeAt(path);
    store.write(writeContext(stateOf(1, [one, two])));
    store.write(writeContext(stateOf(2, [one, two, three])));
    expect(rows(path)).toEqual([
      [1, "e1"],
      [2, "e2"],
      [3, "e3"],
    ]);
    expect(places(path)).toEqual(["1-3"]);
  });

  test("entries that go are deleted, an entry marked as past gets a row of its own, and what comes back does too", () => {
    const path = join(folder(), "varve.db");
    const store = storeAt(path);
    const past = freeze({ ...two, past: true as const });
    store.write(writeContext(stateOf(1, [one, two, three, four])));
    store.write(writeContext(stateOf(2, [past, four])));
    expect(rows(path)).toEqual([
      [4, "e4"],
      [5, "e2"],
    ]);
    expect(places(path)).toEqual(["5,4"]);
    store.write(writeContext(stateOf(3, [one, two, three, four, five])));
    expect(rows(path)).toEqual([
      [4, "e4"],
      [6, "e1"],
      [7, "e2"],
      [8, "e3"],
      [9, "e5"],
    ]);
    expect(places(path)).toEqual(["6-8,4,9"]);
    expect(load(storeAt(path)).history).toEqual([one, two, three, four, five]);
  });

  test("a process that has loaded the state writes only what it adds", () => {
    const path = join(folder(), "varve.db");
    storeAt(path).write(writeContext(stateOf(1, [one, two])));
    const store = storeAt(path);
    store.write(writeContext(stateOf(2, [...load(store).history, three])));
    expect(rows(path)).toEqual([
      [1, "e1"],
      [2, "e2"],
      [3, "e3"],
    ]);
  });

  test("so does one whose state came from elsewhere: equal entries keep their rows", () => {
    const path = join(folder(), "varve.db");
    storeAt(path).write(writeContext(stateOf(1, [one, two])));
    storeAt(path).write(writeContext(stateOf(2, structuredClone([one, two, three]))));
    expect(rows(path)).toEqual([
      [1, "e1"],
      [2, "e2"],
      [3, "e3"],
    ]);
  });

  test("entries that another process has deleted are written again", () => {
    const path = join(folder(), "varve.db");
    const [store, other] = [storeAt(path), storeAt(path)];
    store.write(writeContext(stateOf(1, [one, two])));
    other.write(writeContext(stateOf(2, [two])));
    store.write(writeContext(stateOf(3, [one, two])));
    expect(load(other).history).toEqual([one, two]);
  });

  test("two tasks may hold the same entries", () => {
    const path = join(folder(), "varve.db");
    const store = storeAt(path);
    const fork = freeze({ ...stateOf(1, [one, two, three]), taskId: "fork" });
    store.write(writeContext(stateOf(1, [one, two])));
    store.write(writeContext(fork));
    store.write(writeContext(stateOf(2, [two])));
    expect(store.read(readContext({ kind: "state" }, { taskId: "fork" }))).toEqual({ kind: "state", state: fork });
    expect(load(storeAt(path)).history).toEqual([two]);
  });

  test("a history that holds an entry twice is stored as it is", () => {
    const path = join(folder(), "varve.db");
    const store = storeAt(path);
    for (const [index, history] of [[one, one], [two, one, one], [one]].entries()) {
      store.write(writeContext(stateOf(index + 1, history)));
      expect(load(storeAt(path)).history).toEqual(history);
    }
  });

  test("fault 43: one entry more of 20,000 costs a few pages, not the history again", () => {
    const path = join(folder(), "varve.db");
    const store = storeAt(path);
    const talk = conversation();
    for (let turn = 0; turn < 10_000; turn += 1) talk.user(`turn ${turn}`).assistant("x".repeat(200));
    const history = freeze(talk.entries());
    store.write(writeContext(stateOf(1, history)));
    // The log is merged here, so that it begins anew and its size is what the next write took.
    query(path, "PRAGMA wal_checkpoint(TRUNCATE)");
    store.write(writeContext(stateOf(2, [...history, entry(20_001, message("user", "one more"))])));
    expect(statSync(`${path}-wal`).size).toBeLessThan(64 * 1_024);
    expect(load(storeAt(path)).history).toHaveLength(20_001);
  });
});
