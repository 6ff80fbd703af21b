import { readFileSync } from "node:fs";

/** The week's orders and credit notes, one JSON object a line, in the order in which they came. */
export function readOrders(file = "data/orders.jsonl") {
  return readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}
