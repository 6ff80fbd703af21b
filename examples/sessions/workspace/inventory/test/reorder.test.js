import assert from "node:assert/strict";
import { test } from "node:test";
import { Ledger } from "../src/ledger.js";
import { proposals, reorderPoint } from "../src/reorder.js";

test("the reorder point is the demand of the lead days and six packs", () => {
  assert.equal(reorderPoint({ dailyDemand: 2.5, leadDays: 3, supplier: "MORROW" }), 14);
});

test("a supplier that is often late gets eighteen packs of safety", () => {
  assert.equal(reorderPoint({ dailyDemand: 2.5, leadDays: 3, supplier: "YUNSHAN" }), 26);
});

test("what is bought fills up to twice the reorder point, in cases of twelve", () => {
  const product = { sku: "T-1", leadDays: 2, supplier: "HALDEN" };
  const ledger = new Ledger();
  ledger.append({ at: 0, sku: "T-1", location: "hall", quantity: 20, reason: "opening", ref: "count" });
  ledger.append({ at: 1, sku: "T-1", location: "hall", quantity: -12, reason: "sale", ref: "O-1" });
  assert.deepEqual(proposals(new Map([["T-1", product]]), ledger, 6), [{ sku: "T-1", packs: 8, point: 10, buy: 12 }]);
});
