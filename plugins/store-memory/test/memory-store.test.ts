import { freeze, type PersistenceReadResult } from "@varve/kernel";
import { agentState, readContext, tapped, writeContext } from "@varve/test-builders";
import { expect, test } from "vitest";
import storeMemory from "../src/index.ts";
import { MemoryStore } from "../src/memory-store.ts";

test("a stored state is the very object that was handed in", () => {
  const store = new MemoryStore();
  const state = freeze(agentState({ version: 1 }));
  store.write(writeContext(state));
  const read: PersistenceReadResult = store.read(readContext({ kind: "state" }));
  expect(read.kind === "state" && read.state).toBe(state);
});

test("each kernel has a store of its own", async () => {
  const [one, other] = [await tapped(storeMemory, undefined), await tapped(storeMemory, undefined)];
  await one.call("persistence.write.in", writeContext(agentState({ version: 1 })));
  expect(await other.call("persistence.read.in", readContext({ kind: "state" }))).toEqual({
    kind: "state",
    state: null,
  });
});

test("stands at the default stage of both operations", async () => {
  const plugin = await tapped(storeMemory, undefined);
  expect(plugin.taps("persistence.write.in")).toEqual(["@varve/store-memory@1000"]);
  expect(plugin.taps("persistence.read.in")).toEqual(["@varve/store-memory@1000"]);
});
