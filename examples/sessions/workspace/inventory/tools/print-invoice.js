// The invoice of one order: node tools/print-invoice.js O-1401

import { invoiceText } from "../src/invoice.js";
import { readProducts } from "../src/products.js";
import { readOrders } from "./read-orders.js";

const [id] = process.argv.slice(2);
const order = readOrders().find((candidate) => candidate.id === id);
if (order === undefined) {
  process.stderr.write(`no order ${id ?? "(none named)"} in data/orders.jsonl\n`);
  process.exitCode = 2;
} else {
  process.stdout.write(`${invoiceText(order, readProducts())}\n`);
}
