// Makes up the figures in data/: node tools/make-data.js. The same every time, in whole numbers only.

import { writeFileSync } from "node:fs";

const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const SEASON = [92, 88, 84, 76, 70, 58, 52, 55, 71, 88, 104, 126];
const DAYS = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"];

let state = 14;
const below = (bound) => {
  state = (state * 1_103_515_245 + 12_345) % 0x7fff_ffff;
  return Math.floor(state / 7) % bound;
};

for (const [year, growth] of [
  [2029, 100],
  [2030, 112],
]) {
  const rows = MONTHS.map((month, index) => {
    const black = Math.round((SEASON[index] * growth * 9) / 100) + below(60);
    const green = Math.round((SEASON[index] * 5 * (year === 2030 ? 131 : 100)) / 100) + below(40);
    // March 2030: a whole lot of green tea came back.
    const returns = 8 + below(14) + (year === 2030 && month === "MAR" ? 163 : 0);
    return [month, black, green, returns].join(",");
  });
  writeFileSync(`data/sales-${year}.csv`, `month,black,green,returns\n${rows.join("\n")}\n`);
}

const weeks = Array.from({ length: 52 }, (_, index) => {
  const season = SEASON[Math.floor((index * 12) / 52)];
  const black = Math.round((season * 112 * 9) / 433) + below(30);
  const green = Math.round((season * 131 * 5) / 433) + below(20);
  const returns = below(6) + (index === 10 || index === 11 ? 79 : 0);
  return [`W${index + 1}`, black, green, returns].join(",");
});
writeFileSync("data/weeks-2030.csv", `week,black,green,returns\n${weeks.join("\n")}\n`);

const hours = Array.from({ length: 7 * 24 }, (_, index) => {
  const day = Math.floor(index / 24);
  const hour = index % 24;
  const label = hour === 0 ? DAYS[day] : `${hour}:00`;
  if (day === 2 && hour >= 3 && hour < 6) return [label, "n/a", "n/a"].join(",");
  // Thursday afternoon the door to the roof stood open, and the dehumidifier gave up for the night.
  const open = day === 3 && hour >= 13 && hour < 19 ? 62 - 8 * Math.abs(hour - 15) : 0;
  const tenths = 148 + 18 - 3 * Math.abs(hour - 15) + below(5) + Math.max(0, open);
  const damp = (day === 3 && hour >= 15) || (day === 4 && hour < 7);
  const humidity = 38 + below(4) + (damp ? 17 : 0);
  return [label, (tenths / 10).toFixed(1), humidity].join(",");
});
writeFileSync("data/loft-week-14.csv", `hour,temperature,humidity\n${hours.join("\n")}\n`);
