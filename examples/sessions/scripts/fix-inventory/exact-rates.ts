import { editFile, grep, rawCall, run, writeFile } from "../../calls.ts";
import { answer, type Step } from "../../session.ts";
import { TESTS } from "./tests-command.ts";

/** Part 1, its end: a third fault that no order of the week shows, and the account of all three. */
export const exactRates: readonly Step[] = [
  answer({
    thinks:
      "0 of 114. But R-4: no amount times a floating-point rate. percentOf still multiplies by percent / 100. The week may just not contain a bad case. Probe all amounts against whole-number arithmetic.",
    says:
      "0 of 114. I am not done, though: R-4 forbids multiplying by a floating-point rate, and `percentOf` still does. This week may simply hold no amount that shows it. " +
      "I'll compare it with exact arithmetic for every amount up to 199.99 and the five percentages we use.",
    calls: [
      writeFile(
        "tools/probe-rounding.js",
        `// Compares percentOf with whole-number arithmetic, for every amount below 200.00 and every percentage in use.

import { percentOf } from "../src/money.js";

const PERCENTAGES = [5, 7, 7.5, 10, 19];
let wrong = 0;
for (let cents = 1; cents < 20_000; cents += 1) {
  for (const percent of PERCENTAGES) {
    const product = BigInt(cents) * BigInt(percent * 100);
    const rest = product % 10_000n;
    const whole = product / 10_000n;
    const exact = Number(rest > 5_000n || (rest === 5_000n && whole % 2n === 1n) ? whole + 1n : whole);
    if (percentOf(cents, percent) === exact) continue;
    wrong += 1;
    console.log(cents, "at", percent, "%:", percentOf(cents, percent), "instead of", exact);
  }
}
console.log(wrong, "wrong");
process.exitCode = wrong === 0 ? 0 : 1;
`,
      ),
      run("node tools/probe-rounding.js"),
    ],
  }),
  answer({
    says:
      "77 wrong amounts, the first at 1.50 and 7 %: `150 * 0.07` is 10.500000000000002, so an exact half is taken for more than a half. " +
      "An invoice for one pack at 3.50 would be a cent off. I replace percentages by basis points and divide whole numbers. Where are percentages used?",
    calls: [
      grep("percent", "src"),
      grep("discount_percent", "tools"),
      rawCall("grep", '{"pattern":"discount_percent","path":"test",}'),
    ],
  }),
  answer({
    says: "I left a comma too many in the last call. Again:",
    calls: [grep("discount_percent", "test"), run("git log --oneline -5")],
  }),
  answer({
    thinks:
      "No git here. Data keeps discount_percent (7.5), so order.js converts: Math.round(percent * 100) basis points. Keep percentOf? Replace by shareOf(cents, basisPoints); remove percentOf so nobody uses it.",
    says:
      "No git in this environment, fine. Decision **D-1**: `percentOf` goes; `shareOf(cents, basisPoints)` takes its place and divides whole numbers. " +
      "The data keeps `discount_percent`; `order.js` turns it into basis points once.",
    calls: [
      editFile(
        "src/money.js",
        `/** Rounds to whole cents; a half goes to the even neighbour. */
export function roundHalfEven(value) {
  // Adding 0 turns the -0 that is left of -0.4 into 0.
  const whole = Math.trunc(value) + 0;
  const rest = Math.abs(value - whole);
  if (rest < 0.5) return whole;
  if (rest > 0.5) return whole + Math.sign(value);
  return whole % 2 === 0 ? whole : whole + Math.sign(value);
}

/** \`percent\` of an amount, in whole cents. */
export function percentOf(cents, percent) {
  return roundHalfEven(cents * (percent / 100));
}`,
        `const WHOLE = 10_000;

/**
 * \`basisPoints\` of an amount, in whole cents; a half goes to the even neighbour, below zero as above it (R-2).
 * Only whole numbers are multiplied and divided: 0.07 * 150 is more than 10.5, and would be rounded up (R-4).
 */
export function shareOf(cents, basisPoints) {
  const product = cents * basisPoints;
  const rest = Math.abs(product % WHOLE);
  // Adding 0 turns the -0 that is left of a small credit into 0.
  const whole = Math.trunc(product / WHOLE) + 0;
  const up = 2 * rest > WHOLE || (2 * rest === WHOLE && whole % 2 !== 0);
  return up ? whole + Math.sign(product) : whole;
}`,
      ),
      editFile("src/tax.js", 'import { percentOf } from "./money.js";', 'import { shareOf } from "./money.js";'),
      editFile("src/tax.js", "  return percentOf(netCents, rate / 100);", "  return shareOf(netCents, rate);"),
      editFile("src/order.js", 'import { percentOf } from "./money.js";', 'import { shareOf } from "./money.js";'),
    ],
    resultOrder: [1, 2, 3, 0],
  }),
  answer({
    calls: [
      editFile(
        "src/order.js",
        "  const netCents = listCents - percentOf(listCents, discountPercent);",
        "  const netCents = listCents - shareOf(listCents, Math.round(discountPercent * 100));",
      ),
      run(TESTS),
    ],
  }),
  answer({
    says: "The tests of `money.js` import the functions that are gone. I rewrite that file for `shareOf`, with the cases that I found today.",
    calls: [
      writeFile(
        "test/money.test.js",
        `import assert from "node:assert/strict";
import { test } from "node:test";
import { formatCents, shareOf } from "../src/money.js";

const HALF = 5_000;

test("a half goes to the even neighbour", () => {
  assert.deepEqual([1, 3, 5, 7].map((cents) => shareOf(cents, HALF)), [0, 2, 2, 4]);
});

test("below zero a half goes to the even neighbour as well: credit notes mirror their invoices", () => {
  assert.deepEqual([-1, -3, -5, -7].map((cents) => shareOf(cents, HALF)), [0, -2, -2, -4]);
});

test("what is no half goes to the nearest cent, on both sides of zero", () => {
  assert.deepEqual([2, 3, -2, -3].map((cents) => shareOf(cents, 4_000)), [1, 1, -1, -1]);
});

test("ten per cent of 12.45 is 1.24", () => {
  assert.equal(shareOf(1245, 1_000), 124);
});

test("seven per cent of 1.50 is 0.10: an exact half, which a floating-point rate takes for more", () => {
  assert.equal(shareOf(150, 700), 10);
});

test("every credit is the exact mirror of its invoice", () => {
  for (let cents = 1; cents < 2_000; cents += 1) {
    for (const rate of [500, 700, 750, 1_000, 1_900]) assert.equal(shareOf(-cents, rate) + shareOf(cents, rate), 0);
  }
});

test("amounts are written with two decimals and groups of three", () => {
  assert.deepEqual([0, 5, 123456, -1205].map(formatCents), ["0.00", "0.05", "1,234.56", "-12.05"]);
});
`,
      ),
      editFile(
        "tools/probe-rounding.js",
        'import { percentOf } from "../src/money.js";\n',
        'import { shareOf } from "../src/money.js";\n\nconst percentOf = (cents, percent) => shareOf(cents, Math.round(percent * 100));\n',
      ),
      run(TESTS),
      run("node tools/probe-rounding.js"),
    ],
    resultOrder: [0, 1, 3, 2],
  }),
  answer({
    calls: [
      run("node tools/check-totals.js"),
      run("node tools/print-invoice.js O-1401"),
      editFile(
        "docs/changes.md",
        "# Changes\n\n",
        "# Changes\n\n- next: tax is computed once a line (R-3), credit notes mirror their invoices (R-2; found by C-1412), and rates are whole\n  numbers (R-4).\n",
      ),
    ],
  }),
  answer({
    says:
      "The totals agree with the accountant's now. What was wrong, in the order in which it showed:\n\n" +
      "1. **R-3**, `src/tax.js`: tax and discount were computed on a single pack and multiplied. 82 of 114 orders, 169 cents before the change; 6 orders after it.\n" +
      "2. **R-2**, `src/money.js`: below zero the rounding added one instead of going away from zero. The remaining 6, all credit notes (C-1412 is the first).\n" +
      "3. **R-4**, `src/money.js`: a floating-point rate. No order of this week shows it, but 77 amounts below 200.00 would have been a cent off; now none.\n\n" +
      "`percentOf` is gone (D-1), `shareOf` takes basis points. `tools/probe-rounding.js` stays as a check; say so if you would rather not keep it. " +
      "docs/changes.md has a line for the next release.",
  }),
];
