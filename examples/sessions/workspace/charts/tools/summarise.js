// Sum, mean, lowest and highest of every column of numbers: node tools/summarise.js FILE...

import { readFileSync } from "node:fs";

for (const file of process.argv.slice(2)) {
  const [heading, ...rows] = readFileSync(file, "utf8").trimEnd().split("\n");
  console.log(file);
  heading.split(",").forEach((name, column) => {
    const fields = rows.map((row) => [row.split(",")[0], row.split(",")[column]]);
    const numbers = fields
      .filter(([, field]) => /^-?\d+(\.\d+)?$/.test(field))
      .map(([label, field]) => [label, Number(field)]);
    if (numbers.length === 0) return;
    const sum = numbers.reduce((total, [, value]) => total + value, 0);
    const [low] = numbers.toSorted((one, other) => one[1] - other[1]);
    const [high] = numbers.toSorted((one, other) => other[1] - one[1]);
    const silent = rows.length - numbers.length;
    console.log(
      `  ${name}: sum ${Number(sum.toFixed(1))}, mean ${(sum / numbers.length).toFixed(1)}, lowest ${low[1]} (${low[0]}), highest ${high[1]} (${high[0]})` +
        (silent === 0 ? "" : `, ${silent} rows without a number`),
    );
  });
}
