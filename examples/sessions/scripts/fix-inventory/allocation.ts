import { editFile, grep, readFile, run } from "../../calls.ts";
import { answer, type Step, user } from "../../session.ts";
import { TESTS } from "./tests-command.ts";

/** Only for the replay that never ends: one that does must not depend on how fast a machine is. */
const REPLAY_TIMEOUT_MS = 1_500;

/** Part 4: the new allocation never comes back. */
export const allocation: readonly Step[] = [
  user(
    "Thank you, the warehouse has booked the +5. Next: the new allocation in src/allocation.js was to go live on Thursday, but node tools/replay-orders.js " +
      "never comes back on my machine. It did for the first twenty orders or so when I tried it on a part. Can you see why? Mend it if it is small.",
  ),
  answer({
    says: "I run it with a limit of a second and a half, and read the code and its rule meanwhile.",
    calls: [
      run("node tools/replay-orders.js", REPLAY_TIMEOUT_MS),
      readFile("src/allocation.js"),
      readFile("tools/replay-orders.js"),
      grep("once|back-order", "docs/reservations.md"),
    ],
    resultOrder: [1, 2, 3, 0],
  }),
  answer({
    thinks:
      "The while loop goes round the locations for ever when none can serve. Rule: every location once, else back-order. O-1424 is the first back-order in the log at 2031-04-01T11:35: the 24th order, fits 'first twenty orders or so'.",
    says:
      "The loop asks the three locations in turn until one of them can serve the order. If none can, it asks for ever, and nothing that happens inside the loop can change the answer. " +
      "Your first twenty orders are fine because **O-1424** is the first of the week that nobody can serve (the log has it at 11:35 on 1 April, as the first back-order). " +
      "The rule says that every location is tried once. Test first:",
    calls: [
      editFile(
        "test/allocation.test.js",
        'test("the other locations are tried in their order", () => {',
        `test("an order that no location can serve is not served, and holds nothing (O-1424)", () => {
  const book = bookWith({ hall: 2, loft: 2, dock: 2 });
  assert.equal(allocate(order, book, 0), undefined);
  assert.deepEqual(["hall", "loft", "dock"].map((place) => book.available("T-1", place)), [2, 2, 2]);
});

test("the other locations are tried in their order", () => {`,
      ),
      editFile(
        "src/allocation.js",
        `/** Reserves an order where it can be served, its own location first. Returns the location. */`,
        `/**
 * Reserves an order where it can be served: its own location first, then the others, each once.
 * Returns the location, or \`undefined\` where the order goes on the back-order list.
 */`,
      ),
      editFile(
        "src/allocation.js",
        `  let tried = 0;
  let missing = book.reserve(order, places[0], now);
  while (missing.length > 0) {
    tried += 1;
    missing = book.reserve(order, places[tried % places.length], now);
  }
  return places[tried % places.length];`,
        "  return places.find((place) => book.reserve(order, place, now).length === 0);",
      ),
      run(TESTS),
    ],
  }),
  answer({
    calls: [run("node tools/replay-orders.js"), grep("undefined|back-order", "tools/replay-orders.js")],
  }),
  answer({
    thinks:
      "24 back-orders against 8 in out/. Why? In the replay each order is paid at once, nobody cancels, so more packs go. Explain.",
    says:
      "It comes back now. 24 orders end on the back-order list, where the simulated week had 8: the replay lets everybody pay at once and nobody cancels or walks away, so more packs leave. " +
      "That is the tool's assumption, not the allocation's fault. `replay-orders.js` already expected `undefined`, so no caller has to change.\n\n" +
      "Note that this mend leans on F-2: `places.find` asks one location after the other, and an attempt that fails must hold nothing. Allocation and reservations have to go live together.",
  }),
];
