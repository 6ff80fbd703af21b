import { editFile, grep, listFiles, readFile, run } from "../../calls.ts";
import { answer, type Step, user } from "../../session.ts";
import { TESTS } from "./tests-command.ts";

/** Part 1: the accountant's totals. Two faults, found one behind the other. */
export const rounding: readonly Step[] = [
  user(
    "Our accountant rang on 7 April: the tax on our invoices is off by a cent here and there, and she is right, " +
      "test/order.test.js fails on the order she read out. Please find out why and mend it. The rules we agreed on with her " +
      "are in docs/. Do not touch data/ or logs/, and do not change a rule to fit the code.",
  ),
  answer({
    thinks:
      "I know nothing of this project yet. Get the list of files, the readme and the working rules first, all at once, then the failing test.",
    says: "I'll get an overview of the project first: files, readme, and how you want changes made.",
    calls: [listFiles("."), readFile("README.md"), readFile("CONTRIBUTING.md")],
  }),
  answer({
    says: "Now the failing test, the rule it should follow, and who computes percentages.",
    calls: [run(TESTS), readFile("docs/rounding.md"), grep("percentOf|roundHalfEven", "src")],
    resultOrder: [1, 2, 0],
  }),
  answer({
    thinks:
      "604 instead of 600 on twelve packs. R-3 says tax once a line on the discounted total. Four cents on two lines smells like rounding per pack.",
    calls: [readFile("src/money.js"), readFile("src/tax.js"), readFile("src/order.js")],
  }),
  answer({
    says:
      "The cause of the failing test is visible in `src/tax.js`: it computes tax and discount on a single pack and multiplies by the quantity. " +
      "R-3 and R-5 ask for one computation on the line. Before I change it I want to know how large the damage is over the whole week, " +
      "and whether anything else depends on `lineTax`.",
    calls: [run("node tools/check-totals.js"), grep("lineTax", ".")],
    resultOrder: [1, 0],
  }),
  answer({
    thinks:
      "82 of 114, 169 cents. Worth remembering as the figure before the fix. Note: credit notes have a wrong NET too (C-1412: 44.44 against her 44.40). " +
      "Net comes from percentOf in order.js, not from tax.js, so there is a second fault: rounding below zero.",
    says:
      "Figure to keep: **82 of 114 orders differ, 169 cents in all** before any change.\n\n" +
      "There is a second thing in this list. For orders the net always agrees and only the tax is off. For credit notes (C-1412, C-1431, C-1450, C-1488) " +
      "the *net* differs as well, and net does not go through `tax.js`. That points at `roundHalfEven` below zero. Let me look at the tests for that, " +
      "and at the accountant's side of it.",
    calls: [readFile("test/money.test.js"), readFile("tools/accountant.js"), readFile("docs/tax.md")],
  }),
  answer({
    says: "There is no docs/tax.md, so docs/rounding.md is the only rule. No test covers amounts below zero. A direct look at what the function gives there:",
    calls: [
      run([
        "node",
        "--input-type=module",
        "-e",
        'import { roundHalfEven } from "./src/money.js"; for (const value of [-0.4, -0.5, -0.6, -1.5, -2.5, -2.6]) console.log(value, roundHalfEven(value));',
      ]),
    ],
  }),
  answer({
    thinks:
      "-0.6 gives 1! It adds one instead of going away from zero. Mend tax.js first, measure, then money.js, measure. One at a time so each number means something.",
    says:
      "`roundHalfEven(-0.6)` is 1. The function always adds one where it should go away from zero.\n\n" +
      "I'll take the faults one at a time and run the comparison after each, so that we know what each one cost. First R-3: tax once a line.",
    calls: [
      editFile(
        "src/tax.js",
        "  const discounted = unitCents - percentOf(unitCents, discount);\n  return quantity * percentOf(discounted, rate / 100);\n",
        "  return percentOf(netCents, rate / 100);\n",
      ),
    ],
  }),
  answer({
    says: "My passage did not match: the parameter is called `discountPercent`. Again, with the signature in the same edit, and the caller.",
    calls: [
      editFile(
        "src/tax.js",
        `/** The tax of one order line, in cents. */
export function lineTax({ unitCents, quantity, discountPercent, taxClass }) {
  const rate = RATES[taxClass];
  if (rate === undefined) throw new Error(\`unknown tax class \${taxClass}\`);
  const discounted = unitCents - percentOf(unitCents, discountPercent);
  return quantity * percentOf(discounted, rate / 100);
}`,
        `/** The tax of one order line, in cents: once for the line, on its discounted total (R-3). */
export function lineTax({ netCents, taxClass }) {
  const rate = RATES[taxClass];
  if (rate === undefined) throw new Error(\`unknown tax class \${taxClass}\`);
  return percentOf(netCents, rate / 100);
}`,
      ),
      editFile(
        "src/order.js",
        `  const taxCents = lineTax({
    unitCents: product.unitCents,
    quantity: line.quantity,
    discountPercent,
    taxClass: product.taxClass,
  });
`,
        "  const taxCents = lineTax({ netCents, taxClass: product.taxClass });\n",
      ),
    ],
  }),
  answer({
    calls: [run("node --check src/tax.js"), run(TESTS), run("node tools/check-totals.js")],
  }),
  answer({
    says:
      "All 30 tests pass, and the comparison went from 82 orders to 6. All six are credit notes, as expected. Now R-2: below zero the rounding has to mirror. " +
      "I write the test first.",
    calls: [
      editFile(
        "test/money.test.js",
        'test("what is no half goes to the nearest cent", () => {',
        `test("below zero a half goes to the even neighbour as well: credit notes mirror their invoices", () => {
  assert.deepEqual([-0.5, -1.5, -2.5, -3.5].map(roundHalfEven), [0, -2, -2, -4]);
});

test("below zero what is no half goes to the nearest cent", () => {
  assert.deepEqual([-0.4, -0.6, -1.49, -1.51].map(roundHalfEven), [0, -1, -1, -2]);
});

test("what is no half goes to the nearest cent", () => {`,
      ),
      editFile(
        "src/money.js",
        `  if (rest > 0.5) return whole + 1;
  return whole % 2 === 0 ? whole : whole + 1;`,
        `  if (rest > 0.5) return whole + Math.sign(value);
  return whole % 2 === 0 ? whole : whole + Math.sign(value);`,
      ),
      run(TESTS),
    ],
  }),
  answer({
    thinks:
      "-0: Math.trunc(-0.4) is -0 and strict deepEqual tells it from 0. It is a real defect too: formatCents(-0) would be fine, but -0 in JSON is 0 and Object.is comparisons differ. Adding 0 turns -0 into 0.",
    says:
      "The two new tests fail for a reason I did not think of: `Math.trunc(-0.4)` is `-0`, which strict equality tells from `0`. " +
      "It would also surprise whoever compares totals with `Object.is`. Adding zero makes it a plain 0.",
    calls: [
      editFile(
        "src/money.js",
        "  const whole = Math.trunc(value);",
        "  // Adding 0 turns the -0 that is left of -0.4 into 0.\n  const whole = Math.trunc(value) + 0;",
      ),
      run(TESTS),
      run("node tools/check-totals.js"),
    ],
  }),
];
