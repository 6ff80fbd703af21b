// The week's orders through the new allocation, each paid at once. Prints where they were served from.

import { allocate } from "../src/allocation.js";
import { Ledger } from "../src/ledger.js";
import { ReservationBook } from "../src/reservation.js";
import { readMovements } from "./read-movements.js";
import { readOrders } from "./read-orders.js";

const ledger = new Ledger();
for (const movement of readMovements().movements) {
  if (movement.reason === "opening") ledger.append(movement);
}
const book = new ReservationBook(ledger);
const served = new Map();
for (const order of readOrders()) {
  if (order.id.startsWith("C-")) continue;
  const now = Date.parse(`${order.placed_at}Z`);
  const location = allocate(order, book, now);
  served.set(location, [...(served.get(location) ?? []), order.id]);
  if (location !== undefined) book.commit(order.id, now);
}
for (const [location, ids] of served)
  process.stdout.write(`${location ?? "back-order"}: ${ids.length} (${ids.join(" ")})\n`);
