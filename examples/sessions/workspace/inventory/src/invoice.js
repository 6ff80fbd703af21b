import { formatCents } from "./money.js";
import { orderTotal } from "./order.js";
import { RATES } from "./tax.js";

/** An order as the text of its invoice. */
export function invoiceText(order, products) {
  const total = orderTotal(order, products);
  const rows = total.lines.map((line) => {
    const product = products.get(line.sku);
    const rate = RATES[product.taxClass] / 100;
    return [
      line.sku,
      product.name.padEnd(28),
      String(line.quantity).padStart(4),
      formatCents(product.unitCents).padStart(8),
      `${rate} %`.padStart(5),
      formatCents(line.grossCents).padStart(10),
    ].join("  ");
  });
  return [
    `Invoice for ${order.id}, ${order.customer}`,
    order.discount_percent ? `Discount ${order.discount_percent} %` : "No discount",
    "",
    ...rows,
    "",
    `net ${formatCents(total.netCents)}   tax ${formatCents(total.taxCents)}   to pay ${formatCents(total.grossCents)}`,
  ].join("\n");
}
