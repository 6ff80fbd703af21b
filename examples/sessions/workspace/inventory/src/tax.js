import { percentOf } from "./money.js";

/** Rates by tax class, in basis points. */
export const RATES = { reduced: 700, standard: 1900, zero: 0 };

/** The tax of one order line, in cents. */
export function lineTax({ unitCents, quantity, discountPercent, taxClass }) {
  const rate = RATES[taxClass];
  if (rate === undefined) throw new Error(`unknown tax class ${taxClass}`);
  const discounted = unitCents - percentOf(unitCents, discountPercent);
  return quantity * percentOf(discounted, rate / 100);
}
