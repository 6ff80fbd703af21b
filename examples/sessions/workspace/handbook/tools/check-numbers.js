// Whether a translation has the numbers of its original: node tools/check-numbers.js ja en [CHAPTER]

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { numbersIn } from "./numbers-in.js";

const [from, to, only] = process.argv.slice(2);
let wrong = 0;
for (const file of readdirSync(from).sort()) {
  if (only !== undefined && file !== `${only}.md`) continue;
  if (!existsSync(`${to}/${file}`)) {
    console.log(`${to}/${file}: missing`);
    wrong += 1;
    continue;
  }
  const theirs = numbersIn(readFileSync(`${to}/${file}`, "utf8"));
  const lost = [];
  for (const number of numbersIn(readFileSync(`${from}/${file}`, "utf8"))) {
    const at = theirs.indexOf(number);
    if (at < 0) lost.push(number);
    else theirs.splice(at, 1);
  }
  const added = theirs.length > 0 ? `; not in the original: ${theirs.join(" ")}` : "";
  if (lost.length === 0 && theirs.length === 0) console.log(`${to}/${file}: the numbers agree`);
  else console.log(`${to}/${file}: lost: ${lost.join(" ") || "none"}${added}`);
  if (lost.length > 0 || theirs.length > 0) wrong += 1;
}
process.exitCode = wrong === 0 ? 0 : 1;
