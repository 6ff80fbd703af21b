import { editFile, grep, listFiles, readFile, run, writeFile } from "../../calls.ts";
import { answer, type Step, user } from "../../session.ts";
import { TESTS } from "./tests-command.ts";

/** Part 5: something else altogether, a list for the buyers. */
export const reordering: readonly Step[] = [
  user(
    "Something else before we come to the notes. The buyers want the reorder list for week 15 as CSV: sku, name, supplier, packs, point, buy. Rules are in docs/reordering.md. " +
      "Use the real movements (data/), the week had six days, and book the correction of WH-208 in memory, not in the file. YUNSHAN first, they close at four.",
  ),
  answer({
    says: "Rule, code, its test and the catalogue:",
    calls: [readFile("docs/reordering.md"), readFile("src/reorder.js"), readFile("data/products.csv")],
    resultOrder: [0, 2, 1],
  }),
  answer({
    thinks:
      "proposals() returns sku, packs, point, buy. A trap: the rule says available packs at or below → code uses onHand (packs) — fine at week's end, nothing is held then. Days 6. Demand counts sales only. Name has commas → formatCsv quotes. Correction +5 LS-056 hall, ref WH-208.",
    calls: [
      writeFile(
        "tools/propose-reorder.js",
        `// The reorder list as CSV, YUNSHAN first: node tools/propose-reorder.js [FILE]

import { writeFileSync } from "node:fs";
import { formatCsv } from "../src/csv.js";
import { readProducts } from "../src/products.js";
import { proposals } from "../src/reorder.js";
import { readMovements } from "./read-movements.js";

const DAYS = 6;
const products = readProducts();
const ledger = readMovements();
ledger.append({ at: "2031-04-07T09:00", sku: "LS-056", location: "hall", quantity: 5, reason: "correction", ref: "WH-208" });

const rank = (supplier) => (supplier === "YUNSHAN" ? 0 : 1);
const rows = proposals(products, ledger, DAYS)
  .map((row) => ({ ...row, name: products.get(row.sku).name, supplier: products.get(row.sku).supplier }))
  .sort((one, other) => rank(one.supplier) - rank(other.supplier) || (one.sku < other.sku ? -1 : 1));
const text = formatCsv(["sku", "name", "supplier", "packs", "point", "buy"], rows);
const file = process.argv[2];
if (file === undefined) process.stdout.write(text);
else writeFileSync(file, text);
`,
      ),
      run("node tools/propose-reorder.js out/reorder-15.csv"),
      run("node tools/propose-reorder.js"),
    ],
  }),
  answer({
    says: "The list is there. I check one line by hand before the buyers ring anybody: LS-001, YUNSHAN, six lead days. Its sales of the week, and the CSV that was written:",
    calls: [
      grep(",LS-001,.*,sale,", "data/movements.csv"),
      grep("^LS-0(01|05|56),", "out/reorder-15.csv"),
      grep("[", "out"),
      listFiles("out"),
    ],
  }),
  answer({
    thinks:
      "Sum the sales in node rather than in my head. LS-056 is missing from the list: check whether that hangs on the correction.",
    says: "(The bare bracket was no regular expression; I did not need that search.) The sums by machine, for LS-056 as well since it is the one with the correction, and a test for what the list leaves out, which none covered:",
    calls: [
      run([
        "node",
        "-e",
        'const rows = require("node:fs").readFileSync("data/movements.csv", "utf8").split("\\n").map((row) => row.split(",")); for (const [sku, days, safety] of [["LS-001", 6, 18], ["LS-056", 4, 6]]) { const of = rows.filter((row) => row[2] === sku); const sum = (some) => some.reduce((packs, row) => packs + Number(row[4]), 0); const sold = -sum(of.filter((row) => row[5] === "sale")); console.log(sku, "sold", sold, "point", Math.ceil((sold / 6) * days) + safety, "there", sum(of)); }',
      ]),
      editFile(
        "test/reorder.test.js",
        'test("what is bought fills up',
        `test("a tea above its reorder point is not listed", () => {
  const product = { sku: "T-1", leadDays: 2, supplier: "HALDEN" };
  const ledger = new Ledger();
  ledger.append({ at: 0, sku: "T-1", location: "hall", quantity: 7, reason: "opening", ref: "count" });
  assert.deepEqual(proposals(new Map([["T-1", product]]), ledger, 6), []);
});

test("what is bought fills up`,
      ),
      run(TESTS),
    ],
  }),
  answer({
    says:
      "out/reorder-15.csv has 11 teas, 576 packs in all, YUNSHAN first: LS-001 (48), LS-035 (36) and LS-042 (48). Order those three before four o'clock.\n\n" +
      "By hand: LS-001 sold 18 in six days, 3 a day, six lead days and 18 packs of safety make a point of 36; 27 are there, so 45 are missing to 72, which is four cases: 48. That agrees. " +
      "LS-035 stands exactly at its point (27), which counts as reached. LS-056 is not on it, and only because of the correction: 24 packs are booked, its point is 26, and with the +5 of WH-208 there are 29.",
  }),
];
