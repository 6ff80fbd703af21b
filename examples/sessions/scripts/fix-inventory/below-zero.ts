import { grep, listFiles, readFile, run, writeFile } from "../../calls.ts";
import { answer, type Step, user } from "../../session.ts";

/** Part 2: the goal changes. Stock below zero is traced through the log, before anything is mended. */
export const belowZero: readonly Step[] = [
  user(
    "Good, and keep the probe. Leave the release for now, something more urgent: the warehouse says that the system has LS-056 in the hall " +
      "below zero, and that it promised packs to people that were not there. Ticket WH-208. Trace it first and tell me what happened, " +
      "with times and order numbers. No change to src/ until I have said yes: I have to talk to customer service before.",
  ),
  answer({
    thinks:
      "New goal: WH-208, LS-056@hall. Analysis only, no edits in src. Rules first (docs/reservations.md), the reconciliation, the code.",
    says: "Understood: WH-208, analysis only, nothing in `src/` changes until you say yes. Rules, code, and what the reconciliation says:",
    calls: [
      readFile("docs/reservations.md"),
      readFile("src/reservation.js"),
      readFile("src/ledger.js"),
      run("node tools/reconcile.js"),
    ],
    resultOrder: [3, 0, 1, 2],
  }),
  answer({
    says:
      "The ledger has -5 packs of LS-056 in the hall where 0 were counted. (LS-023 in the loft is 2 short as well; that place was never below zero, so I note it as a separate matter.) " +
      "Every movement with its balance, and every mention of the tea in the log:",
    calls: [run("node tools/reconcile.js --verbose"), grep("LS-056", "logs"), grep('"LS-056"', "data/orders.jsonl")],
  }),
  answer({
    thinks:
      "M-00240, 2031-04-01T20:09, O-1438: first below zero. But ERROR on 31 March 10:40 says available 5 > on hand 3, so the books were wrong a day and a half before. What happened at 10:18? A cancel: O-1402. S-5 broken. Read the whole log, it's 61 kB, but I need the orders' lives, not only this tea.",
    says:
      "The balance first falls below zero with **M-00240** (1 April, 20:09, order **O-1438**). But the log shows the books wrong a day and a half earlier: " +
      "on 31 March at 10:40 there are 3 packs on hand and 5 available, which S-5 forbids. I want the lives of the orders around it, so I read the whole log.",
    calls: [readFile("logs/week-14.log")],
  }),
  answer({
    says:
      "Two patterns. One is in the transitions: orders that leave *held* a second time (`expired -> released`, `expired -> committed`). I list those, " +
      "and everything about O-1402 and O-1438.",
    calls: [grep("expired -> (released|committed)", "logs"), grep("O-1402", "logs"), grep("O-1438", "logs")],
    resultOrder: [2, 0, 1],
  }),
  answer({
    thinks:
      "O-1402: held hall 07:35 (2 x LS-056, 4 x LS-001), expired by sweep 08:30, cancelled 10:18 -> released: subtracts the hold twice. So held is 2 too low => available 2 too high. " +
      "The other pattern: line lost when short: O-1402 first tried loft and was short of LS-001, after it had held 2 x LS-056 in the loft: leak. Look at 2031-04-01T14:00 loft: on_hand 18, available 12, qty 4.",
    says:
      "That is the first cause. **O-1402** was held at 07:35, expired in the sweep of 08:30, and was cancelled at 10:18: `release` gave its packs back a *second* time. " +
      "From then on the hall has 2 packs of LS-056 available that do not exist. 12 orders of the week left *held* twice.\n\n" +
      "The second pattern runs the other way: `reserve` holds line by line, and when a later line is short it does not give the earlier ones back. " +
      "O-1402 tried the loft first: 2 x LS-056 held there, then short of LS-001. I'll check that with the numbers, and look for a third thing, the limit of 45 minutes.",
    calls: [
      grep("sku=LS-056 loc=loft", "logs"),
      grep("short order=", "logs"),
      grep("back-order order=", "logs"),
      grep("sweep expired=.*(O-1440|O-1448)", "logs"),
    ],
  }),
  answer({
    thinks:
      "Leak confirmed: loft 18 on hand, 4 held by the order of 14:00, available 12 → 2 leaked since O-1402. Lots of back-orders on Saturday: count. " +
      "Boundary: need placed times of O-1440 and O-1448: 08:15 → 45 min = 09:00 sweep; expired at 09:15. To be computed by a script rather than by eye. Write tools/late-changes.js (not src) to count all this.",
    says:
      "Confirmed: on 1 April at 14:00 the loft has 18 packs, the order takes 4, and 12 are available: the 2 that O-1402 left behind are still held. " +
      "Lost packs like these explain the long list of back-orders on Saturday.\n\nI would rather count than read. A small tool outside `src/`, over the log alone:",
    calls: [
      writeFile(
        "tools/late-changes.js",
        `// What went wrong with reservations in a week, from its log alone: node tools/late-changes.js [LOG]

import { readFileSync } from "node:fs";

const file = process.argv[2] ?? "logs/week-14.log";
const lines = readFileSync(file, "utf8").trimEnd().split("\\n");
const held = new Map();
const late = [];
const slow = [];
let backOrders = 0;
let errors = 0;
for (const line of lines) {
  const [at, level, verb, ...rest] = line.split(/ +/);
  const minutes = Date.parse(at) / 60_000;
  const order = rest.find((word) => word.startsWith("order="))?.slice(6);
  if (level === "ERROR") errors += 1;
  if (verb === "reserve") held.set(order, minutes);
  if (verb === "back-order") backOrders += 1;
  if (verb === "sweep") {
    for (const id of rest[0].slice("expired=".length).split(",")) {
      const waited = minutes - held.get(id);
      // A sweep comes every 15 minutes: a hold of 45 that is still there after the sweep of its minute is a minute late or more.
      if (waited > 45 && (waited - 45) % 15 === 0) slow.push(id);
    }
  }
  if (line.includes("expired -> committed")) late.push({ id: order, kind: "paid", minutes: minutes - held.get(order) });
  if (line.includes("expired -> released")) late.push({ id: order, kind: "cancelled", minutes: minutes - held.get(order) });
}
for (const { id, kind, minutes } of late) console.log(id.padEnd(7), kind.padEnd(9), String(minutes).padStart(4), "minutes after the hold");
console.log(late.filter((change) => change.kind === "paid").length, "paid late,", late.filter((change) => change.kind === "cancelled").lenght, "cancelled late");
console.log(slow.length, "expired one sweep too late:", slow.join(" ") || "none");
console.log(backOrders, "back-orders,", errors, "lines where the books contradict themselves");
`,
      ),
      run("node tools/late-changes.js"),
    ],
  }),
  answer({
    says: "`lenght`: my typing. Mended, and once more.",
    calls: [
      {
        name: "edit_file",
        arguments: JSON.stringify({ path: "tools/late-changes.js", before: ".lenght", after: ".length" }),
      },
      run("node tools/late-changes.js"),
      grep("HOLD_MINUTES", "src"),
    ],
  }),
  answer({
    thinks:
      "9 paid late, 3 cancelled late; 6 expired one sweep too late (> instead of >=). Which teas did customers get promised? For customer service: names of the nine who paid late. Get from orders.",
    says:
      "9 paid late, 3 cancelled late, and 6 holds that lived a sweep too long because `expire` asks for *more than* 45 minutes where S-4 says *at* the 45th. " +
      "Customer service will need names, so I fetch the orders that were paid late, and look for anything in the tests that covers this.",
    calls: [
      grep('"O-(1432|1438|1440|1443|1452|1464|1472|1479|1491)"', "data/orders.jsonl"),
      readFile("test/reservation.test.js"),
      grep("release|commit", "test/allocation.test.js"),
      listFiles("archive"),
    ],
    resultOrder: [1, 2, 3, 0],
  }),
  answer({
    says:
      "What happened with WH-208, from the log and the ledger; nothing in `src/` has changed.\n\n" +
      "| when | what |\n|---|---|\n" +
      "| 31 March 07:35 | O-1402 tries the loft: 2 x LS-056 are held, then it is short of LS-001. It goes to the hall, and the 2 packs in the loft stay held for nobody |\n" +
      "| 31 March 08:30 | the hold in the hall expires |\n" +
      "| 31 March 10:18 | O-1402 is cancelled, and its packs are given back a second time: the hall now has 2 x LS-056 too many *available* |\n" +
      "| 1 April 20:09 | O-1438 pays long after its hold expired and is served all the same: M-00240, LS-056 in the hall at -1 |\n" +
      "| 2 April 14:04 | O-1443, also paid late: M-00267, -5, where it still is |\n\n" +
      "Four faults, each against a rule of docs/reservations.md:\n\n" +
      "- **F-1** (S-3) `release` and `commit` take a reservation that is no longer held. 12 orders: 9 paid late (O-1432, O-1438, O-1440, O-1443, O-1452, O-1464, O-1472, O-1479, O-1491), 3 cancelled late.\n" +
      "- **F-2** (S-2) `reserve` keeps the first lines when a later one is short.\n" +
      "- **F-3** (S-4) `expire` is a minute too patient; 6 orders lived a sweep longer than they should.\n" +
      "- **F-4** (S-5) nothing notices when `available` exceeds `on hand`; the log has had ERROR lines since 31 March 10:36.\n\n" +
      "With your yes I would mend F-1 to F-3, with a test each, and simulate the week again to see what is left. LS-023 in the loft (2 fewer than booked) is not explained by any of this.",
  }),
];
