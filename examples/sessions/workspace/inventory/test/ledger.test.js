import assert from "node:assert/strict";
import { test } from "node:test";
import { Ledger } from "../src/ledger.js";

test("what lies somewhere is the sum of its movements", () => {
  const ledger = new Ledger();
  ledger.append({ at: 0, sku: "T-1", location: "dock", quantity: 12, reason: "opening", ref: "count" });
  ledger.append({ at: 1, sku: "T-1", location: "dock", quantity: -5, reason: "sale", ref: "O-1" });
  assert.equal(ledger.onHand("T-1", "dock"), 7);
  assert.equal(ledger.onHand("T-1", "loft"), 0);
});

test("movements are numbered in the order in which they came", () => {
  const ledger = new Ledger();
  const movement = { at: 0, sku: "T-1", location: "dock", quantity: 1, reason: "opening", ref: "count" };
  assert.deepEqual([ledger.append(movement), ledger.append(movement)], ["M-00001", "M-00002"]);
});

test("half a pack is refused", () => {
  const movement = { at: 0, sku: "T-1", location: "dock", quantity: 0.5, reason: "opening", ref: "count" };
  assert.throws(() => new Ledger().append(movement), /no whole number/);
});

test("places below zero are named", () => {
  const ledger = new Ledger();
  ledger.append({ at: 0, sku: "T-1", location: "hall", quantity: -1, reason: "sale", ref: "O-1" });
  assert.deepEqual(ledger.negative, ["T-1@hall"]);
});
