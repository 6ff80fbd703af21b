// Our totals against the accountant's: one line for every order that differs, and a count. Exits with 1 if any differs.

import { readFileSync } from "node:fs";
import { parseCsv } from "../src/csv.js";
import { formatCents } from "../src/money.js";
import { orderTotal } from "../src/order.js";
import { readProducts } from "../src/products.js";
import { readOrders } from "./read-orders.js";

const products = readProducts();
const orders = readOrders();
const hers = new Map(parseCsv(readFileSync("data/accountant-totals.csv", "utf8")).map((row) => [row.order, row]));

let differing = 0;
let cents = 0;
for (const order of orders) {
  const ours = orderTotal(order, products);
  const row = hers.get(order.id);
  const net = Math.round(Number(row.net) * 100);
  const tax = Math.round(Number(row.tax) * 100);
  if (ours.netCents === net && ours.taxCents === tax) continue;
  differing += 1;
  cents += Math.abs(ours.grossCents - net - tax);
  const off = ours.grossCents - net - tax;
  process.stdout.write(
    `${order.id}  ours net ${formatCents(ours.netCents)} tax ${formatCents(ours.taxCents)}  ` +
      `hers net ${row.net} tax ${row.tax}  off by ${off}\n`,
  );
}
process.stdout.write(`${differing} of ${orders.length} orders differ, ${cents} cents in all\n`);
process.exitCode = differing === 0 ? 0 : 1;
