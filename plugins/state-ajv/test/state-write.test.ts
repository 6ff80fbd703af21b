import type { JsonObject } from "@varve/kernel";
import { callContext, tapped } from "@varve/test-builders";
import { describe, expect, test } from "vitest";
import stateAjv from "../src/index.ts";

const CART: JsonObject = {
  type: "object",
  additionalProperties: false,
  required: ["items"],
  properties: {
    items: { type: "array", items: { type: "object", required: ["sku"], properties: { sku: { type: "string" } } } },
    note: { type: "string", format: "email" },
  },
};

async function write(value: unknown, schema: JsonObject | null = null, subset = "cart") {
  const plugin = await tapped(stateAjv, undefined);
  return plugin.call("state.write.in", { ...callContext(), subset, schema, value });
}

/** A list in a list, `levels` deep. */
function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

describe("a described subset", () => {
  test("takes a value that fits, as it is", async () => {
    const value = { items: [{ sku: "a-1" }], note: "a@example.org" };
    expect(await write(value, CART)).toEqual({ accepted: value });
  });

  test("refuses a value with the pointer to what is wrong and a reason for people", async () => {
    expect(await write({ items: [{ sku: "a-1" }, { sku: 2 }] }, CART)).toEqual({
      refused: { pointer: "/items/1/sku", reason: "must be string" },
    });
  });

  test("names the key that is not known, escaped as JSON pointers are", async () => {
    expect(await write({ items: [], "a/b~c": 1 }, CART)).toEqual({
      refused: { pointer: "/a~1b~0c", reason: "is not a known key" },
    });
  });

  test("names the key that is missing", async () => {
    expect(await write({}, CART)).toEqual({ refused: { pointer: "", reason: 'lacks "items"' } });
  });

  test("checks formats", async () => {
    expect(await write({ items: [], note: "nobody" }, CART)).toEqual({
      refused: { pointer: "/note", reason: 'must match format "email"' },
    });
  });

  test("refuses what is no plain JSON even where the schema would let it pass", async () => {
    expect(await write({ at: new Date(0) }, { type: "object" })).toMatchObject({ refused: { pointer: "/at" } });
  });
});

describe("a subset that nobody described", () => {
  test("takes any plain JSON, and keeps the very same value", async () => {
    const value = { text: "\ud800 kept", list: [null, true, 0.1, { deep: [] }] };
    expect(await write(value)).toEqual({ accepted: value });
    expect(await write(false)).toEqual({ accepted: false });
    expect(await write(null)).toEqual({ accepted: null });
  });

  test("takes one object at two places, which is no cycle", async () => {
    const shared = { a: 1 };
    expect(await write({ left: shared, right: shared })).toEqual({ accepted: { left: shared, right: shared } });
  });

  const cycle: { self?: unknown } = {};
  cycle.self = [cycle];
  const symbolKey = { [Symbol("s")]: 1 };
  const named = Object.assign([1], { extra: 2 });
  const refused: readonly (readonly [string, unknown, string, RegExp])[] = [
    ["undefined", { a: { b: undefined } }, "/a/b", /undefined/],
    ["a hole in a list", { a: new Array(2) }, "/a/0", /undefined/],
    ["a function", { a: [() => 1] }, "/a/0", /function/],
    ["a symbol", { a: Symbol("s") }, "/a", /symbol/],
    ["a symbol as a key", { a: symbolKey }, "/a", /symbol/],
    ["NaN", [Number.NaN], "/0", /NaN/],
    ["Infinity", { a: Number.POSITIVE_INFINITY }, "/a", /Infinity/],
    ["a bigint", { a: 1n }, "/a", /bigint/],
    ["a cycle", cycle, "/self/0", /contains itself/],
    ["a Map", { a: new Map() }, "/a", /instance of a class/],
    ["a list with named members", { a: named }, "/a", /named members/],
    ["a list 1,001 levels deep", nested(1_001), "/0".repeat(1_000), /deeper than 1000 levels/],
  ];
  test.each(refused)("refuses %s where it stands", async (_, value, pointer, reason) => {
    expect(await write(value)).toEqual({ refused: { pointer, reason: expect.stringMatching(reason) } });
  });

  test("writes a negative zero as the 0 that comes back from JSON", async () => {
    expect(await write({ a: [-0, -1] })).toEqual({ accepted: { a: [0, -1] } });
  });
});

describe("keys that could reach a prototype", () => {
  test.each(["__proto__", "constructor", "prototype"])("fault 75: %s is refused at any depth", async (key) => {
    const value: unknown = JSON.parse(`{"a":[{"${key}":{"polluted":true}}]}`);
    expect(await write(value)).toMatchObject({ refused: { pointer: `/a/0/${key}` } });
    expect(await write(value, { type: "object" })).toMatchObject({ refused: { pointer: `/a/0/${key}` } });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test("fault 75: no subset can have such a name", async () => {
    expect(await write({}, null, "__proto__")).toMatchObject({ refused: { pointer: "" } });
  });
});

test("stands at the default stage, so that a third party answers before it", async () => {
  const plugin = await tapped(stateAjv, undefined);
  expect(plugin.taps("state.write.in")).toEqual(["@varve/state-ajv@1000"]);
});
