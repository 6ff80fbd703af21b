import { join } from "node:path";
import { freeze } from "@varve/kernel";
import { agentState, compactionRecord, conversation, readContext, writeContext } from "@varve/test-builders";
import { expect, onTestFinished, test } from "vitest";
import { SqliteStore } from "../src/index.ts";
import { execute, folder } from "./files.ts";

const talk = conversation().user("fix it").exchange("grep", { pattern: "x" }, "a.ts:1").entries();
const stateOf = (version: number, history = talk) => freeze(agentState({ version, history }));

// Each table is written at another point of the transaction; a trigger makes that point fail, as a full disk would.
test.each([
  ["entries", "BEFORE INSERT ON entries"],
  ["entries that go", "BEFORE DELETE ON entries"],
  ["the state", "BEFORE UPDATE ON tasks"],
  ["the record", "BEFORE INSERT ON records"],
])("faults 33, 83: when writing %s fails, neither state nor record has changed", (_, event) => {
  const path = join(folder(), "varve.db");
  const store = new SqliteStore(path);
  onTestFinished(() => store.close());
  store.write(writeContext(stateOf(1)));
  execute(path, `CREATE TRIGGER fails ${event} BEGIN SELECT RAISE(ABORT, 'the disk is gone'); END`);

  const next = stateOf(2, [...talk.slice(1), ...conversation().user("more").entries(9)]);
  const write = writeContext(next, { record: compactionRecord() });
  expect(() => store.write(write)).toThrow(/Cannot store task task-1 in .*the disk is gone/);
  expect(store.read(readContext({ kind: "state" }))).toEqual({ kind: "state", state: stateOf(1) });
  expect(store.read(readContext({ kind: "records" }))).toEqual({ kind: "records", records: [], damaged: [] });

  execute(path, "DROP TRIGGER fails");
  expect(store.write(write)).toEqual({ version: 2 });
  expect(store.read(readContext({ kind: "state" }))).toEqual({ kind: "state", state: next });
});

test("a state that is no JSON is refused as a whole", () => {
  const store = new SqliteStore(":memory:");
  onTestFinished(() => store.close());
  const data: object = { big: 1n };
  expect(() => store.write(writeContext(freeze({ ...stateOf(1), data })))).toThrow(/BigInt/);
  expect(store.read(readContext({ kind: "state" }))).toEqual({ kind: "state", state: null });
});
