import { LOCATIONS } from "./allocation.js";

const CASE = 12;
const SAFETY_PACKS = 6;
const SAFETY_PACKS_LATE_SUPPLIER = 18;
const LATE_SUPPLIERS = new Set(["YUNSHAN"]);

/** Packs at which a tea is to be bought again. */
export function reorderPoint({ dailyDemand, leadDays, supplier }) {
  const safety = LATE_SUPPLIERS.has(supplier) ? SAFETY_PACKS_LATE_SUPPLIER : SAFETY_PACKS;
  return Math.ceil(dailyDemand * leadDays) + safety;
}

/** What to buy: every tea at or below its reorder point, with the packs that fill it up to twice that, in whole cases. */
export function proposals(products, ledger, days) {
  return [...products.values()].flatMap((product) => {
    const sold = -ledger.movements
      .filter((movement) => movement.sku === product.sku && movement.reason === "sale")
      .reduce((packs, movement) => packs + movement.quantity, 0);
    const point = reorderPoint({ dailyDemand: sold / days, leadDays: product.leadDays, supplier: product.supplier });
    const packs = LOCATIONS.reduce((total, location) => total + ledger.onHand(product.sku, location), 0);
    if (packs > point) return [];
    return [{ sku: product.sku, packs, point, buy: Math.ceil((2 * point - packs) / CASE) * CASE }];
  });
}
