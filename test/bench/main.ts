import Table from "cli-table3";
import { nextWindow } from "./next-window.ts";

const SIZES = [1_000, 10_000, 100_000];

const table = new Table({
  head: [
    "entries",
    "first window ms",
    "next window ms",
    "its tokenizer ms",
    "with encode ms",
    "stringify ms",
    "next / stringify",
    "encode / stringify",
  ],
  colAligns: ["right", "right", "right", "right", "right", "right", "right", "right"],
  style: { head: [], border: [] },
});
const ms = (value: number): string => value.toFixed(value < 10 ? 3 : 0);
const rows = [];
for (const size of SIZES) {
  const row = await nextWindow(size);
  rows.push(row);
  const { entries, firstMs, nextMs, tokenizerMs, encodedMs, stringifyMs } = row;
  const ratio = (part: number): string => (part / stringifyMs).toFixed(4);
  table.push([
    entries.toLocaleString("en"),
    ms(firstMs),
    ms(nextMs),
    ms(tokenizerMs),
    ms(encodedMs),
    ms(stringifyMs),
    ratio(nextMs),
    ratio(encodedMs),
  ]);
}

console.log(`Preparing the next window after three more entries, beside JSON.stringify of the same request.`);
console.log(`node ${process.version}, ${process.platform} ${process.arch}\n`);
console.log(table.toString());
const [smallest, largest] = [rows[0], rows.at(-1)];
if (smallest !== undefined && largest !== undefined) {
  const growth = largest.nextMs / smallest.nextMs;
  const exponent = Math.log(growth) / Math.log(largest.entries / smallest.entries);
  console.log(
    `\nFrom ${smallest.entries} to ${largest.entries} entries the next window costs ${growth.toFixed(1)} times as much (exponent ${exponent.toFixed(2)}).`,
  );
}
