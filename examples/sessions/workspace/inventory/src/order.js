import { percentOf } from "./money.js";
import { lineTax } from "./tax.js";

/** The totals of an order, in cents, line by line and together. */
export function orderTotal(order, products) {
  const lines = order.lines.map((line) => lineTotal(line, products, order.discount_percent ?? 0));
  return {
    order: order.id,
    lines,
    netCents: sum(lines, "netCents"),
    taxCents: sum(lines, "taxCents"),
    grossCents: sum(lines, "grossCents"),
  };
}

function lineTotal(line, products, discountPercent) {
  const product = products.get(line.sku);
  if (product === undefined) throw new Error(`unknown SKU ${line.sku}`);
  const listCents = product.unitCents * line.quantity;
  const netCents = listCents - percentOf(listCents, discountPercent);
  const taxCents = lineTax({
    unitCents: product.unitCents,
    quantity: line.quantity,
    discountPercent,
    taxClass: product.taxClass,
  });
  return { sku: line.sku, quantity: line.quantity, listCents, netCents, taxCents, grossCents: netCents + taxCents };
}

function sum(lines, key) {
  return lines.reduce((total, line) => total + line[key], 0);
}
