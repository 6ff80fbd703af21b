import assert from "node:assert/strict";
import { test } from "node:test";
import { orderTotal } from "../src/order.js";
import { readProducts } from "../src/products.js";

const products = new Map([
  ["T-1", { sku: "T-1", name: "Test tea", supplier: "MORROW", unitCents: 415, taxClass: "reduced", leadDays: 2 }],
  ["T-2", { sku: "T-2", name: "Test tin", supplier: "MORROW", unitCents: 379, taxClass: "standard", leadDays: 2 }],
]);

test("the example of docs/rounding.md comes out as written there", () => {
  const order = { id: "example", discount_percent: 10, lines: [{ sku: "T-1", quantity: 3 }] };
  const { netCents, taxCents, grossCents } = orderTotal(order, products);
  assert.deepEqual({ netCents, taxCents, grossCents }, { netCents: 1121, taxCents: 78, grossCents: 1199 });
});

test("an order without a discount is its lines and their tax", () => {
  const order = {
    id: "plain",
    lines: [
      { sku: "T-1", quantity: 1 },
      { sku: "T-2", quantity: 1 },
    ],
  };
  assert.equal(orderTotal(order, products).grossCents, 415 + 29 + 379 + 72);
});

test("an order for a tea that is not in the catalogue is refused", () => {
  assert.throws(() => orderTotal({ id: "odd", lines: [{ sku: "T-9", quantity: 1 }] }, products), /unknown SKU T-9/);
});

// The order that the accountant called about on 7 April.
test("seven tins and five greens cost what the accountant says", () => {
  const order = {
    id: "call",
    discount_percent: 7.5,
    lines: [
      { sku: "T-2", quantity: 7 },
      { sku: "T-1", quantity: 5 },
    ],
  };
  const { netCents, taxCents } = orderTotal(order, products);
  assert.deepEqual({ netCents, taxCents }, { netCents: 4373, taxCents: 600 });
});

test("every tea of the catalogue has a price and a known tax class", () => {
  for (const product of readProducts().values()) {
    assert.ok(product.unitCents > 0, product.sku);
    assert.match(product.taxClass, /^(reduced|standard|zero)$/);
  }
});
