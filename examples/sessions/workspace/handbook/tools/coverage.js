// Which chapters and headings are there in each language.

import { existsSync, readdirSync, readFileSync } from "node:fs";

const headings = (file) =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line.startsWith("#")).length
    : 0;

console.log("章".padEnd(14), "ja", "en", "zh");
for (const file of readdirSync("ja").sort()) {
  console.log(
    file.padEnd(14),
    ...["ja", "en", "zh"].map((language) => String(headings(`${language}/${file}`)).padStart(2)),
  );
}
