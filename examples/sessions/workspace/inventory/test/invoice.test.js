import assert from "node:assert/strict";
import { test } from "node:test";
import { invoiceText } from "../src/invoice.js";

const products = new Map([
  ["T-1", { sku: "T-1", name: "Test tea", supplier: "MORROW", unitCents: 415, taxClass: "reduced", leadDays: 2 }],
]);

test("an invoice names the order, the customer and what is to be paid", () => {
  const text = invoiceText({ id: "O-1", customer: "The Blue Kettle", lines: [{ sku: "T-1", quantity: 2 }] }, products);
  assert.match(text, /^Invoice for O-1, The Blue Kettle\nNo discount\n/);
  assert.match(text, /net 8\.30 {3}tax 0\.58 {3}to pay 8\.88$/);
});

test("an invoice shows the discount and the rate of each line", () => {
  const order = { id: "O-2", customer: "R. Ferreira", discount_percent: 5, lines: [{ sku: "T-1", quantity: 1 }] };
  assert.match(invoiceText(order, products), /Discount 5 %\n\n.* 7 % /);
});
