import assert from "node:assert/strict";
import { test } from "node:test";
import { formatCents, percentOf, roundHalfEven } from "../src/money.js";

test("a half goes to the even neighbour", () => {
  assert.deepEqual([0.5, 1.5, 2.5, 3.5].map(roundHalfEven), [0, 2, 2, 4]);
});

test("what is no half goes to the nearest cent", () => {
  assert.deepEqual([0.4, 0.6, 1.49, 1.51].map(roundHalfEven), [0, 1, 1, 2]);
});

test("ten per cent of 12.45 is 1.24", () => {
  assert.equal(percentOf(1245, 10), 124);
});

test("amounts are written with two decimals and groups of three", () => {
  assert.deepEqual([0, 5, 123456, -1205].map(formatCents), ["0.00", "0.05", "1,234.56", "-12.05"]);
});
