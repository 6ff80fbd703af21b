import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { freeze, type PersistenceReadContext } from "@varve/kernel";
import { agentState, compactionRecord, conversation, readContext, tapped, writeContext } from "@varve/test-builders";
import { describe, expect, onTestFinished, test } from "vitest";
import { SqliteStore, storeSqlite } from "../src/index.ts";
import { execute, folder, query } from "./files.ts";

const talk = conversation().user("fix it").exchange("grep", { pattern: "x" }, "a.ts:1").entries();
const stateOf = (version: number, history = talk) => freeze(agentState({ version, history }));

function storeAt(path: string, busyTimeoutMs?: number): SqliteStore {
  const store = new SqliteStore(path, busyTimeoutMs === undefined ? {} : { busyTimeoutMs });
  onTestFinished(() => store.close());
  return store;
}

const read = (store: SqliteStore, what: PersistenceReadContext["read"] = { kind: "state" }) =>
  store.read(readContext(what));

describe("the file", () => {
  test("is opened again with what was stored", () => {
    const path = join(folder(), "varve.db");
    const store = storeAt(path);
    store.write(writeContext(stateOf(1), { record: compactionRecord() }));
    store.close();
    const again = storeAt(path);
    expect(read(again)).toEqual({ kind: "state", state: stateOf(1) });
    expect(read(again, { kind: "records" })).toEqual({ kind: "records", records: [compactionRecord()], damaged: [] });
  });

  test("fault 65: is read back to the same bytes, keys in the order that they had", () => {
    const path = join(folder(), "varve.db");
    const { history, ...rest } = stateOf(1);
    const state = freeze({ history, ...rest });
    storeAt(path).write(writeContext(state));
    expect(JSON.stringify(read(storeAt(path)))).toBe(JSON.stringify({ kind: "state", state }));
  });

  test("keeps a write-ahead log, and is one file again once it is closed", () => {
    const path = join(folder(), "varve.db");
    const store = storeAt(path);
    store.write(writeContext(stateOf(1)));
    expect(query(path, "PRAGMA journal_mode")).toEqual([{ journal_mode: "wal" }]);
    store.close();
    expect(readdirSync(join(path, ".."))).toEqual(["varve.db"]);
  });

  test("is not made by a read: where nothing was stored, nothing is there", () => {
    const path = join(folder(), "deep", "varve.db");
    expect(read(storeAt(path))).toEqual({ kind: "state", state: null });
    expect(existsSync(join(path, ".."))).toBe(false);
  });

  test("belongs to a store that says so once it is closed", async () => {
    const store = new SqliteStore(join(folder(), "varve.db"));
    const plugin = await tapped(storeSqlite(store), undefined);
    await plugin.call("persistence.write.in", writeContext(stateOf(1)));
    store.close();
    store.close();
    await expect(plugin.call("persistence.read.in", readContext({ kind: "state" }))).rejects.toThrow(/closed/);
  });
});

describe("a file that cannot be used is refused with its path, the reason and a remedy", () => {
  test("no database: it is left as it is", () => {
    const path = join(folder(), "notes.txt");
    const notes = "not a database at all ".repeat(50);
    writeFileSync(path, notes);
    expect(() => storeAt(path).write(writeContext(stateOf(1)))).toThrow(
      `Cannot store task task-1 in ${path}: it is no SQLite database. It was left as it is: move it away, or set another path`,
    );
    expect(() => read(storeAt(path))).toThrow(/no SQLite database/);
    expect(readFileSync(path, "utf8")).toBe(notes);
  });

  test("the database of another application: it is left as it is", () => {
    const path = join(folder(), "other.db");
    execute(path, "CREATE TABLE songs (title TEXT)");
    const before = readFileSync(path);
    expect(() => storeAt(path).write(writeContext(stateOf(1)))).toThrow(/database of another application/);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test("written by a newer version: it is left as it is", () => {
    const path = join(folder(), "varve.db");
    const store = storeAt(path);
    store.write(writeContext(stateOf(1)));
    store.close();
    execute(path, "PRAGMA user_version = 7");
    const before = readFileSync(path);
    expect(() => read(storeAt(path))).toThrow(/newer version \(layout 7; this one reads up to 1\).*update/);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test("a folder", () => {
    const path = join(folder(), "here");
    mkdirSync(path);
    expect(() => storeAt(path).write(writeContext(stateOf(1)))).toThrow(`${path}: it is a folder. Name a file in it`);
  });

  test("a folder that is a file", () => {
    const file = join(folder(), "file");
    writeFileSync(file, "");
    const path = join(file, "varve.db");
    expect(() => storeAt(path).write(writeContext(stateOf(1)))).toThrow(/a part of its path is a file/);
  });

  test("locked by another process for longer than a write waits", () => {
    const path = join(folder(), "varve.db");
    const store = storeAt(path, 50);
    store.write(writeContext(stateOf(1)));
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    expect(() => store.write(writeContext(stateOf(2)))).toThrow(/another process holds it locked/);
    other.close();
    expect(store.write(writeContext(stateOf(2)))).toEqual({ version: 2 });
  });

  test("each is a PersistenceError with what lay beneath", () => {
    const path = folder();
    expect(() => storeAt(path).write(writeContext(stateOf(1)))).toThrow(
      expect.objectContaining({ code: "PERSISTENCE", cause: expect.objectContaining({ errcode: 14 }) }),
    );
  });

  test("an id that SQLite would change is refused, so that two tasks never become one", () => {
    const store = storeAt(join(folder(), "varve.db"));
    for (const taskId of ["a\ud800", "a\udbff", "a\0b"]) {
      const state = freeze(agentState({ taskId, version: 1 }));
      expect(() => store.write(writeContext(state))).toThrow(/half a character or a NUL/);
    }
  });
});

describe("fault 36: what is damaged is said, and hides nothing else", () => {
  function stored(): string {
    const path = join(folder(), "varve.db");
    const store = storeAt(path);
    for (const count of [1, 2, 3]) {
      store.write(writeContext(stateOf(count), { record: compactionRecord(count) }));
    }
    store.write(writeContext(freeze(agentState({ taskId: "task-2", version: 1 }))));
    store.close();
    return path;
  }

  test.each([
    ["cut off", "substr(json, 1, 20)"],
    ["of another kind", "'[]'"],
    ["another record", "replace(json, '/c2', '/c9')"],
  ])("a record that is %s", (_, damage) => {
    const path = stored();
    execute(path, `UPDATE records SET json = ${damage} WHERE record_id = 'task-1/c2'`);
    const store = storeAt(path);
    expect(read(store, { kind: "records" })).toEqual({
      kind: "records",
      records: [compactionRecord(1), compactionRecord(3)],
      damaged: [{ id: "task-1/c2", reason: expect.stringContaining("stored JSON") }],
    });
    expect(() => read(store, { kind: "record", id: "task-1/c2" })).toThrow(/record task-1\/c2: its stored JSON/);
    expect(read(store, { kind: "record", id: "task-1/c3" })).toEqual({ kind: "record", record: compactionRecord(3) });
    expect(read(store)).toEqual({ kind: "state", state: stateOf(3) });
  });

  test.each([
    ["an entry that is cut off", "UPDATE entries SET json = substr(json, 1, 9) WHERE row = 2", "/history/1"],
    ["an entry that is none", "UPDATE entries SET json = '{}' WHERE row = 2", "/history/1"],
    ["an entry that is gone", "DELETE FROM entries WHERE row = 2", "/history/1"],
    ["a list of rows that is none", "UPDATE tasks SET history = '3-1' WHERE task_id = 'task-1'", "/history"],
    ["a state that is cut off", "UPDATE tasks SET state = substr(state, 1, 9) WHERE task_id = 'task-1'", ""],
    ["a state that is none", "UPDATE tasks SET state = '3' WHERE task_id = 'task-1'", ""],
  ])("%s: the state is refused with the place, records and other tasks are read", (_, sql, pointer) => {
    const path = stored();
    execute(path, sql);
    const store = storeAt(path);
    expect(() => read(store)).toThrow(
      expect.objectContaining({
        code: "PERSISTENCE",
        message: expect.stringContaining(path),
        cause: expect.objectContaining({ code: "STATE_FORMAT", pointer }),
      }),
    );
    const other = agentState({ taskId: "task-2", version: 1 });
    expect(store.read(readContext({ kind: "state" }, { taskId: "task-2" }))).toEqual({ kind: "state", state: other });
    expect(read(store, { kind: "records" })).toMatchObject({ damaged: [] });
  });
});
