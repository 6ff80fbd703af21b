// The ledger against Saturday's count. --verbose prints every movement with the balance of its place after it.
// Exits with 1 if anything differs.

import { readFileSync } from "node:fs";
import { parseCsv } from "../src/csv.js";
import { readMovements } from "./read-movements.js";

const verbose = process.argv.includes("--verbose");
const ledger = readMovements();

if (verbose) {
  const balances = new Map();
  for (const { id, at, sku, location, quantity, reason, ref } of ledger.movements) {
    const place = `${sku}@${location}`;
    const balance = (balances.get(place) ?? 0) + quantity;
    balances.set(place, balance);
    const change = `${quantity > 0 ? "+" : ""}${quantity}`;
    const flag = balance < 0 ? "  <-- below zero" : "";
    process.stdout.write(
      `${id} ${at} ${place.padEnd(12)} ${change.padStart(4)} = ${balance} (${reason} ${ref})${flag}\n`,
    );
  }
}

let differing = 0;
for (const row of parseCsv(readFileSync("data/count-14.csv", "utf8"))) {
  const onHand = ledger.onHand(row.sku, row.location);
  const difference = Number(row.packs) - onHand;
  if (difference === 0) continue;
  differing += 1;
  process.stdout.write(
    `${row.sku}@${row.location}: ledger ${onHand}, counted ${row.packs}, difference ${difference}\n`,
  );
}
process.stdout.write(`${differing} places differ; below zero: ${ledger.negative.join(", ") || "none"}\n`);
process.exitCode = differing === 0 ? 0 : 1;
