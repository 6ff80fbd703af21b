import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Ledger } from "../src/ledger.js";
import { HOLD_MINUTES, ReservationBook } from "../src/reservation.js";

const MINUTE = 60_000;
const order = { id: "O-1", lines: [{ sku: "T-1", quantity: 4 }] };

let ledger;
let book;

beforeEach(() => {
  ledger = new Ledger();
  ledger.append({ at: 0, sku: "T-1", location: "dock", quantity: 10, reason: "opening", ref: "count" });
  book = new ReservationBook(ledger);
});

test("a hold lowers what is available, and moves nothing", () => {
  assert.deepEqual(book.reserve(order, "dock", 0), []);
  assert.equal(book.available("T-1", "dock"), 6);
  assert.equal(ledger.onHand("T-1", "dock"), 10);
});

test("an order that is paid leaves the warehouse", () => {
  book.reserve(order, "dock", 0);
  assert.equal(book.commit("O-1", MINUTE), "committed");
  assert.equal(ledger.onHand("T-1", "dock"), 6);
  assert.equal(book.available("T-1", "dock"), 6);
});

test("an order that is cancelled frees its packs", () => {
  book.reserve(order, "dock", 0);
  assert.equal(book.release("O-1"), "released");
  assert.equal(book.available("T-1", "dock"), 10);
});

test("a hold that is too old is freed", () => {
  book.reserve(order, "dock", 0);
  assert.deepEqual(book.expire((HOLD_MINUTES + 1) * MINUTE), ["O-1"]);
  assert.equal(book.available("T-1", "dock"), 10);
});

test("a line that is short is named", () => {
  const large = { id: "O-2", lines: [{ sku: "T-1", quantity: 12 }] };
  assert.deepEqual(book.reserve(large, "dock", 0), [{ sku: "T-1", short: 2 }]);
  assert.equal(book.stateOf("O-2"), "none");
});
