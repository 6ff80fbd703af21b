// Makes up week 14 of 2031: products, orders, movements, the count on Saturday, the accountant's totals and the log.
// Everything is invented. The same seed gives the same week; what the reservations do to it is the library's own doing.
//
//     node tools/simulate-week.js [FOLDER]     writes FOLDER/data and FOLDER/logs, by default into this project

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LOCATIONS } from "../src/allocation.js";
import { formatCsv } from "../src/csv.js";
import { Ledger } from "../src/ledger.js";
import { ReservationBook } from "../src/reservation.js";
import { accountantTotals } from "./accountant.js";
import { madeUpOrders } from "./made-up-orders.js";
import { madeUpProducts } from "./made-up-products.js";
import { numbers } from "./numbers.js";
import { WeekLog } from "./week-log.js";

const MONDAY = Date.parse("2031-03-31T07:00:00Z");
const MINUTE = 60_000;
const SWEEP_MINUTES = 15;

const folder = process.argv[2] ?? ".";
const random = numbers(14_2031);
const products = madeUpProducts(random);
const orders = madeUpOrders(random, products);
const ledger = new Ledger();
const book = new ReservationBook(ledger);
const log = new WeekLog(MONDAY);

for (const product of products) {
  for (const location of LOCATIONS) {
    const quantity = 6 + random(product.popular ? 22 : 14);
    ledger.append({ at: MONDAY, sku: product.sku, location, quantity, reason: "opening", ref: "count-13" });
  }
}
log.line(0, "INFO", `opening movements=${ledger.movements.length}`);

const steps = orders.flatMap((order) => {
  const placed = { minute: order.minute, kind: "place", order };
  const outcome = { minute: order.outcomeMinute, kind: order.outcome, order };
  if (order.outcome === "credit") return [outcome];
  return order.outcome === "abandon" ? [placed] : [placed, outcome];
});
const lastMinute = Math.max(...steps.map((step) => step.minute)) + 60;
for (let minute = 0; minute <= lastMinute; minute += SWEEP_MINUTES) steps.push({ minute, kind: "sweep" });
const rank = { credit: 0, place: 1, pay: 2, cancel: 3, sweep: 4 };
steps.sort((one, other) => one.minute - other.minute || rank[one.kind] - rank[other.kind]);

for (const step of steps) run(step);

const at = (milliseconds) => new Date(milliseconds).toISOString().slice(0, 16);
write("data/products.csv", formatCsv(["sku", "name", "supplier", "unit_cents", "tax_class", "lead_days"], products));
write("data/orders.jsonl", orders.map((order) => `${JSON.stringify(asOrdered(order))}\n`).join(""));
write(
  "data/movements.csv",
  formatCsv(
    ["id", "at", "sku", "location", "quantity", "reason", "ref"],
    ledger.movements.map((movement) => ({ ...movement, at: at(movement.at) })),
  ),
);
write("data/accountant-totals.csv", accountantTotals(orders, products).replaceAll("\n", "\r\n"));
write("data/count-14.csv", formatCsv(["sku", "location", "packs"], counted()));
write("logs/week-14.log", log.text);
process.stdout.write(`orders ${orders.length}, movements ${ledger.movements.length}, log lines ${log.size}\n`);

function run({ minute, kind, order }) {
  const now = MONDAY + minute * MINUTE;
  if (kind === "sweep") {
    const expired = book.expire(now);
    if (expired.length > 0) log.line(minute, "INFO", `sweep expired=${expired.join(",")}`);
  } else if (kind === "place") {
    place(order, minute, now);
  } else if (kind === "credit") {
    for (const line of order.lines) {
      const packs = { sku: line.sku, location: order.location, quantity: -line.quantity };
      ledger.append({ at: now, ...packs, reason: "return", ref: order.id });
    }
    log.line(minute, "INFO", `return order=${order.id} loc=${order.location} lines=${order.lines.length}`);
  } else if (book.stateOf(order.id) === "none") {
    log.line(minute, "INFO", `${kind} order=${order.id} ignored: back-ordered`);
  } else {
    const before = book.stateOf(order.id);
    const after = kind === "pay" ? book.commit(order.id, now) : book.release(order.id);
    log.line(minute, "INFO", `${kind} order=${order.id} ${before} -> ${after}`);
    for (const line of order.lines) stock(minute, line.sku, order.servedFrom);
  }
}

function place(order, minute, now) {
  log.line(minute, "INFO", `place order=${order.id} loc=${order.location} lines=${order.lines.length}`);
  for (const location of [order.location, ...LOCATIONS.filter((other) => other !== order.location)]) {
    const missing = book.reserve(order, location, now);
    for (const { sku, short } of missing) {
      log.line(minute, "WARN", `short order=${order.id} sku=${sku} loc=${location} short=${short}`);
    }
    if (missing.length === 0) {
      order.servedFrom = location;
      log.line(minute, "INFO", `reserve order=${order.id} loc=${location} held`);
      for (const line of order.lines) stock(minute, line.sku, location, ` qty=${line.quantity}`);
      return;
    }
  }
  log.line(minute, "WARN", `back-order order=${order.id}`);
}

function stock(minute, sku, location, more = "") {
  const onHand = ledger.onHand(sku, location);
  const available = book.available(sku, location);
  const level = onHand < 0 || available > onHand || available < 0 ? "ERROR" : "DEBUG";
  log.line(minute, level, `stock sku=${sku} loc=${location}${more} on_hand=${onHand} available=${available}`);
}

// What a person counts on Saturday: never below nothing, and two packs that fell behind a shelf.
function counted() {
  return products.flatMap(({ sku }) =>
    LOCATIONS.map((location) => {
      const lost = sku === "LS-023" && location === "loft" ? 2 : 0;
      return { sku, location, packs: Math.max(0, ledger.onHand(sku, location) - lost) };
    }),
  );
}

function asOrdered({ id, customer, location, minute, discount_percent, lines }) {
  return { id, customer, location, placed_at: at(MONDAY + minute * MINUTE), discount_percent, lines };
}

function write(file, text) {
  const path = join(folder, file);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
}
