import { readFileSync } from "node:fs";
import { parseCsv } from "../src/csv.js";
import { Ledger } from "../src/ledger.js";

/** A ledger of the movements in a file. The times stay the strings that the file has. */
export function readMovements(file = "data/movements.csv") {
  const ledger = new Ledger();
  for (const row of parseCsv(readFileSync(file, "utf8"))) ledger.append({ ...row, quantity: Number(row.quantity) });
  return ledger;
}
