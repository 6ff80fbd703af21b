import { readFileSync } from "node:fs";
import { parseCsv } from "./csv.js";

/** The catalogue by SKU. */
export function readProducts(file = "data/products.csv") {
  return new Map(parseCsv(readFileSync(file, "utf8")).map((row) => [row.sku, productOf(row)]));
}

function productOf(row) {
  return {
    sku: row.sku,
    name: row.name,
    supplier: row.supplier,
    unitCents: Number(row.unit_cents),
    taxClass: row.tax_class,
    leadDays: Number(row.lead_days),
  };
}
