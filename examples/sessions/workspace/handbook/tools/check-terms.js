// Whether a translation uses the words of the glossary: node tools/check-terms.js ja en [CHAPTER]

import { existsSync, readdirSync, readFileSync } from "node:fs";

const [from, to, only] = process.argv.slice(2);
const [heading, ...rows] = readFileSync("glossary.csv", "utf8").trimEnd().split("\n");
const columns = heading.split(",");
const terms = rows.map((row) => Object.fromEntries(row.split(",").map((field, index) => [columns[index], field])));
let wrong = 0;
for (const file of readdirSync(from).sort()) {
  if (only !== undefined && file !== `${only}.md`) continue;
  if (!existsSync(`${to}/${file}`)) continue;
  const original = readFileSync(`${from}/${file}`, "utf8");
  const translation = readFileSync(`${to}/${file}`, "utf8").toLowerCase();
  for (const term of terms) {
    if (!original.includes(term[from]) || translation.includes(term[to])) continue;
    console.log(`${to}/${file}: ${term.id} ${term[from]} should be "${term[to]}"`);
    wrong += 1;
  }
}
console.log(wrong === 0 ? "用語はすべて合っています / all terms agree" : `${wrong} 件の用語が違います / terms differ`);
process.exitCode = wrong === 0 ? 0 : 1;
