import { editFile, grep, readFile, run, writeFile } from "../../calls.ts";
import { answer, type Step, user } from "../../session.ts";
import { TESTS } from "./tests-command.ts";

/** Part 6: notes that need what was found hours ago. */
export const handover: readonly Step[] = [
  user(
    "Last thing: write docs/handover-week-14.md for Ilse, who takes over on Thursday. She was not here today: what was wrong, with the figures from before and after, which orders customer service has to ring, " +
      "what must go live together, what is still open. And make it 0.9.0. She also asks whether she may give the rounding code to another shop: look at the licence.",
  ),
  answer({
    thinks:
      "Figures: 82 of 114, 169 cents; 77 amounts; 30 S-5 lines; 31 → 8 back-orders; 341 → 358 movements; 9 late payers; LS-023 open. Version line, licence.",
    calls: [readFile("LICENSE"), grep("version|license", "package.json"), readFile("docs/changes.md")],
    resultOrder: [2, 1, 0],
  }),
  answer({
    says: "MIT, so yes, as long as the notice goes along. The notes, the version and the list of changes:",
    calls: [
      writeFile(
        "docs/handover-week-14.md",
        `# Hand-over, week 14

## Totals (the accountant's call of 7 April)

Before: 82 of 114 orders differed from hers, 169 cents in all. Now: none (\`node tools/check-totals.js\`).

- R-3: tax was computed on a single pack. This was 76 of the 82.
- R-2: rounding went the wrong way below zero. The other 6, all credit notes; C-1412 is the first.
- R-4: a floating-point rate. No order of the week, but 77 amounts below 200.00 (\`node tools/probe-rounding.js\`).
- D-1: \`percentOf\` is gone, \`shareOf\` takes basis points.

## Reservations (WH-208)

LS-056 in the hall fell below zero with M-00240 (O-1438) and to -5 with M-00267 (O-1443). It began with O-1402 on 31 March at 10:18.

| | week 14 as it was | simulated again |
|---|---|---|
| movements | 341 | 358 |
| lines that break S-5 | 30 | 0 |
| late changes served | 12 | 0, 15 refused |
| back-orders | 31 | 8 |

Customer service rings the nine who paid late and were served all the same: O-1432, O-1438, O-1440, O-1443, O-1452, O-1464, O-1472, O-1479, O-1491.
From 0.9.0 on they get their money back and a voucher; \`commit\` returns the state that it found.

## Live together

The new allocation relies on F-2 (a reservation is all or nothing). Neither goes live without the other.

## Open

- LS-023 in the loft: 2 packs fewer than booked, not explained by WH-208.
- F-4 is a check in \`tools/check-books.js\`, not in the code. Run it on every log.
- data/movements.csv lacks the correction of +5; the warehouse booked it on the 7th.
`,
      ),
      editFile("package.json", '"version": "0.8.2"', '"version": "0.9.0"'),
      editFile(
        "docs/changes.md",
        "- next: tax is computed",
        "- 0.9.0: an order that no location can serve is a back-order, instead of an endless loop (O-1424).\n- 0.9.0: tax is computed",
      ),
      editFile("docs/changes.md", "- next: a reservation", "- 0.9.0: a reservation"),
    ],
  }),
  answer({
    says: "A last round of everything, on the files as they are now:",
    calls: [
      run(TESTS),
      run("node tools/check-totals.js"),
      run("node tools/check-books.js out/logs/week-14.log"),
      grep("next:|TODO|percentOf", "."),
    ],
    resultOrder: [1, 2, 3, 0],
  }),
  answer({
    says:
      "Done. docs/handover-week-14.md is written, the version is 0.9.0, and all checks pass: 0 of 114 orders differ, no line of the second run breaks S-5. " +
      "The only `percentOf` left is the one-line stand-in inside `tools/probe-rounding.js`, where the name says what it is compared with.\n\n" +
      "For Ilse: the licence is MIT, so she may pass `src/money.js` on, with the copyright notice and the licence text.\n\n" +
      "Still open, and in the notes: the two packs of LS-023 in the loft, and that the new allocation and the reservations have to go live together on Thursday.",
  }),
];
