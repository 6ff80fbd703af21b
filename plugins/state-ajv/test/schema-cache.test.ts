import { freeze, type JsonObject } from "@varve/kernel";
import { expect, test } from "vitest";
import { SchemaCache } from "../src/schema-cache.ts";

const schema = (): JsonObject => ({ type: "object", properties: { n: { type: "integer", minimum: 0 } } });

test("fault 81: 10,000 writes of one schema compile it once, whatever object it comes in", () => {
  const cache = new SchemaCache();
  const described = freeze(schema());
  const verdicts = new Set<unknown>();
  for (let turn = 0; turn < 10_000; turn += 1) {
    verdicts.add(cache.validator(turn % 2 === 0 ? described : schema())({ n: turn }));
  }
  expect(cache.compilations).toBe(1);
  expect([...verdicts]).toEqual([true]);
});

test("one schema is one schema in whatever order its keys are written", () => {
  const cache = new SchemaCache();
  const first = cache.validator({ type: "string", minLength: 1 });
  expect(cache.validator({ minLength: 1, type: "string" })).toBe(first);
});

test("fault 81: schemas made as one goes are forgotten again, the oldest first", () => {
  const cache = new SchemaCache();
  const bounded = (most: number): JsonObject => ({ type: "number", maximum: most });
  for (let most = 0; most < 300; most += 1) cache.validator(bounded(most));
  expect(cache.compilations).toBe(300);
  cache.validator(bounded(299));
  expect(cache.compilations).toBe(300);
  cache.validator(bounded(0));
  expect(cache.compilations).toBe(301);
});
