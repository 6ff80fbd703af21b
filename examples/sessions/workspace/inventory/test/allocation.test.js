import assert from "node:assert/strict";
import { test } from "node:test";
import { allocate } from "../src/allocation.js";
import { Ledger } from "../src/ledger.js";
import { ReservationBook } from "../src/reservation.js";

function bookWith(packs) {
  const ledger = new Ledger();
  for (const [location, quantity] of Object.entries(packs)) {
    ledger.append({ at: 0, sku: "T-1", location, quantity, reason: "opening", ref: "count" });
  }
  return new ReservationBook(ledger);
}

const order = { id: "O-1", location: "loft", lines: [{ sku: "T-1", quantity: 3 }] };

test("an order is served from its own location first", () => {
  assert.equal(allocate(order, bookWith({ hall: 9, loft: 9, dock: 9 }), 0), "loft");
});

test("the other locations are tried in their order", () => {
  assert.equal(allocate(order, bookWith({ hall: 2, loft: 1, dock: 9 }), 0), "dock");
});
