import { drawChart, grep, listFiles, readFile, run, viewImage, writeFile } from "../../calls.ts";
import { answer, type Step, user } from "../../session.ts";
import { DISPLAY, LAST_YEAR } from "./attachments.ts";

export const steps: readonly Step[] = [
  user(
    "This is the chart that we had in last year's report (attached). Please draw the same for 2030, and tell me what is different. Keep the style, so that the two can stand side by side.",
    LAST_YEAR,
  ),
  answer({
    thinks:
      "A bar chart, two series, black and green, by month, 2029. Find the data and check that the attached chart is what data/sales-2029.csv says.",
    says: "Twelve months, two kinds, bars side by side, black above green in every month. I look for the figures behind it.",
    calls: [listFiles("."), readFile("README.md"), readFile("data/sales-2029.csv"), readFile("data/sales-2030.csv")],
    resultOrder: [1, 0, 3, 2],
  }),
  answer({
    calls: [
      drawChart({
        csv: "data/sales-2030.csv",
        kind: "bar",
        label: "month",
        values: ["black", "green tea"],
        title: "packs sold 2030",
        file: "out/sales-2030.png",
      }),
      run("node tools/summarise.js data/sales-2029.csv data/sales-2030.csv"),
    ],
  }),
  answer({
    says: "The column is called `green`. Once more, and the returns beside it, because their highest month stands out in the sums.",
    calls: [
      drawChart({
        csv: "data/sales-2030.csv",
        kind: "bar",
        label: "month",
        values: ["black", "green"],
        title: "packs sold 2030",
        file: "out/sales-2030.png",
      }),
      drawChart({
        csv: "data/sales-2030.csv",
        kind: "bar",
        label: "month",
        values: ["returns"],
        title: "packs returned 2030",
        file: "out/returns-2030.png",
      }),
    ],
    resultOrder: [1, 0],
  }),
  answer({
    thinks:
      "2029: black 9068, green 5075. 2030: 10016, 6531. Growth 10.5 %, 28.7 %. Returns March: 178 against 13. Axis tops out at 2000 in both charts? Max 1136 → 2000; 1271 → 2000. Same scale: good for side by side.",
    says:
      "out/sales-2030.png has the style and the scale of last year's (both axes end at 2000), so the two can stand side by side.\n\n" +
      "- **Black**: 9,068 packs in 2029, 10,016 in 2030, 10 % more. The shape of the year is the same: lowest in July, highest in December.\n" +
      "- **Green**: 5,075 and 6,531, 29 % more. It is ahead in every month.\n" +
      "- **Returns** are the surprise: 178 packs in March 2030, where every other month of both years has 8 to 21. The sales of March show nothing of it. Do you know what happened?",
  }),
  user(
    "March was the green tea that had been too warm in the loft, I remember now. Show me the weeks around it. And something related: I took a picture of the display in the loft on Thursday afternoon of week 14, at three (attached). Does it agree with what the sensor recorded? The loft was stuffy.",
    DISPLAY,
  ),
  answer({
    thinks:
      "Display: THU 15:00, 22.6 degrees, 41 %. Look up the sensor's line: data/loft-week-14.csv. And the weekly returns.",
    says: "The display reads THU 15:00, 22.6 degrees and 41 %. I draw the weeks, and the loft's week, and look up the sensor's own line.",
    calls: [
      drawChart({
        csv: "data/weeks-2030.csv",
        kind: "line",
        label: "week",
        values: ["green", "returns"],
        title: "green tea and returns by week, 2030",
        file: "out/weeks-2030.png",
      }),
      drawChart({
        csv: "data/loft-week-14.csv",
        kind: "line",
        label: "hour",
        values: ["temperature", "humidity"],
        title: "the loft in week 14",
        file: "out/loft.png",
      }),
      grep("^(THU|15:00),", "data/loft-week-14.csv"),
    ],
    resultOrder: [2, 0, 1],
  }),
  answer({
    says: "The sensor was silent for three hours on Wednesday (`n/a`), so that file cannot be drawn as it is. I write a copy without those rows; the gap is worth a sentence in the answer.",
    calls: [
      writeFile(
        "tools/without-gaps.js",
        `// A CSV file without the rows that hold n/a: node tools/without-gaps.js FROM TO

import { readFileSync, writeFileSync } from "node:fs";

const [from, to] = process.argv.slice(2);
const lines = readFileSync(from, "utf8").trimEnd().split("\\n");
const kept = lines.filter((line) => !line.includes("n/a"));
writeFileSync(to, kept.join("\\n") + "\\n");
console.log(lines.length - kept.length, "rows left out");
`,
      ),
      run("node tools/without-gaps.js data/loft-week-14.csv out/loft.csv"),
      drawChart({
        csv: "out/loft.csv",
        kind: "line",
        label: "hour",
        values: ["temperature", "humidity"],
        title: "the loft in week 14",
        file: "out/loft.png",
      }),
      run("node tools/summarise.js data/loft-week-14.csv data/weeks-2030.csv"),
    ],
  }),
  answer({
    thinks:
      "Sensor THU 15:00: 22.8, 56. Display 22.6, 41. Temperature agrees within 0.2, humidity does not: 15 points. Limit 18 degrees broken from 13:00 to 18:00; humidity above 45 from 15:00 to FRI 6:00. Weeks 11 and 12: returns 83 and ?. Also weeks' sums differ from months' sums: black 10317 vs 10016; returns 288 vs 357: the files don't agree. Say so.",
    calls: [grep("^W(10|11|12|13),", "data/weeks-2030.csv"), viewImage("out/loft.png"), viewImage("out/loft-2.png")],
    resultOrder: [0, 2, 1],
  }),
  answer({
    says:
      "**The display and the sensor** agree on the temperature on Thursday at three, 22.6 and 22.8, and both are far above the 18 degrees that the handbook allows. " +
      "They do not agree on the humidity: 41 % on the display, 56 % recorded. One of the two hygrometers is wrong.\n\n" +
      "**The week**: the loft was above 18 degrees from 13 to 18 o'clock on Thursday, and if the sensor is right, above 45 % from 15 o'clock until Friday morning at six. It was silent on Wednesday from 3 to 5, and those three rows are left out of out/loft.png.\n\n" +
      "**The returns**: more than half of them lie in two weeks, W11 and W12 of 2030, with 83 packs each (see out/weeks-2030.png).\n\n" +
      "One doubt about the files: the weeks of 2030 add up to 10,317 packs of black tea and 288 returns, the months to 10,016 and 357. They cannot both be right. I used the months for the report.",
  }),
  user(
    "Good catch, the weeks are provisional, use the months. For the report I need one more chart: green tea only, 2029 and 2030 side by side by month. There is no file with both, make one.",
  ),
  answer({
    calls: [
      run([
        "node",
        "-e",
        'const fs = require("node:fs"); const rows = (year) => fs.readFileSync("data/sales-" + year + ".csv", "utf8").trimEnd().split("\\n").slice(1).map((row) => row.split(",")); const then = rows(2029); const now = rows(2030); fs.writeFileSync("out/green.csv", "month,2029,2030\\n" + then.map((row, index) => [row[0], row[2], now[index][2]].join(",") + "\\n").join(""));',
      ]),
      drawChart({
        csv: "out/green.csv",
        kind: "bar",
        label: "month",
        values: ["2029", "2030"],
        title: "green tea, packs sold",
        file: "out/green.png",
      }),
      run("node tools/summarise.js out/green.csv"),
    ],
  }),
  answer({
    says:
      "out/green.png: 2029 in blue, 2030 in orange, green tea alone. 5,075 and 6,531 packs, the same sums as in the months' files, so nothing was lost on the way. 2030 is ahead in all twelve months.\n\n" +
      "For the report you now have out/sales-2030.png beside last year's chart, out/green.png, and out/loft.png should you want to show what a warm afternoon looks like.",
  }),
];
