const GARDENS = ["Aster Ridge", "Birchmoor", "Cloud Step", "Dunmere", "Elder Gate", "Fernhollow"];
const KINDS = [
  ["Green, first pick", "YUNSHAN", 415],
  ["Green, roasted", "YUNSHAN", 365],
  ["Black, whole leaf", "MORROW", 525],
  ["Black, broken", "MORROW", 295],
  ["Oolong, dark", "YUNSHAN", 685],
  ["White, buds", "HALDEN", 945],
  ["Rooibos, plain", "HALDEN", 255],
  ["Mint, cut", "HALDEN", 215],
  ["Tin, empty", "MORROW", 375],
  ["Strainer, steel", "MORROW", 495],
];

/** Sixty products: six gardens, ten kinds. */
export function madeUpProducts(random) {
  return GARDENS.flatMap((garden, row) =>
    KINDS.map(([kind, supplier, cents], column) => ({
      sku: `LS-${String(row * KINDS.length + column + 1).padStart(3, "0")}`,
      name: `${garden} ${kind}`,
      supplier,
      unit_cents: cents + 10 * random(12) - (random(4) === 0 ? 1 : 0),
      tax_class: kind.startsWith("Tin") || kind.startsWith("Strainer") ? "standard" : "reduced",
      lead_days: 2 + random(8),
      popular: random(4) === 0,
    })),
  );
}
