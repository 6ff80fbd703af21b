import { agentState, readContext, tapped, writeContext } from "@varve/test-builders";
import { expect, test } from "vitest";
import storeSqlite from "../src/index.ts";

test("every kernel with :memory: has a store of its own", async () => {
  const [one, other] = [
    await tapped(storeSqlite, { path: ":memory:" }),
    await tapped(storeSqlite, { path: ":memory:" }),
  ];
  await one.call("persistence.write.in", writeContext(agentState({ version: 1 })));
  expect(await other.call("persistence.read.in", readContext({ kind: "state" }))).toEqual({
    kind: "state",
    state: null,
  });
});

test("a path that depends on the current folder is refused when the plugin is applied", async () => {
  await expect(tapped(storeSqlite, { path: "varve.db" })).rejects.toMatchObject({
    code: "PLUGIN_OPTIONS",
    problems: [{ pointer: "/path" }],
  });
});

test("stands at the default stage of both operations", async () => {
  const plugin = await tapped(storeSqlite, { path: ":memory:" });
  expect(plugin.taps("persistence.write.in")).toEqual(["@varve/store-sqlite@1000"]);
  expect(plugin.taps("persistence.read.in")).toEqual(["@varve/store-sqlite@1000"]);
});
