import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const HERE = dirname(fileURLToPath(import.meta.url));

/** The kinds of fault that must be impossible through the whole default stack, in ranges. */
const COVERED = "1-6 8-14 17 19-24 26-31 33 34 36-43 45 46 49-54 57-60 62-65 68-71 73-76 81";

function numbersIn(ranges: string): readonly number[] {
  return ranges.split(" ").flatMap((range) => {
    const [from = 0, to = from] = range.split("-").map(Number);
    return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
  });
}

/** By fault, the end-to-end tests whose names begin with it: the file, and the name. */
function testsByFault(): ReadonlyMap<number, readonly (readonly [file: string, name: string])[]> {
  const found = new Map<number, (readonly [string, string])[]>();
  for (const path of globSync("{faults,attacks,shall}/*.test.ts", { cwd: dirname(HERE) }).toSorted()) {
    const source = readFileSync(join(dirname(HERE), path), "utf8");
    for (const [, , name = ""] of source.matchAll(/\bit\(\s*(["`])(fault [\s\S]*?)\1,/g)) {
      const [faults = "", ...rest] = name.split(": ");
      for (const [, number] of faults.matchAll(/(\d+)/g)) {
        const said = rest.join(": ").replaceAll(/\$\{.*?\}/g, "…");
        found.set(Number(number), [
          ...(found.get(Number(number)) ?? []),
          [relative(HERE, join(dirname(HERE), path)), said],
        ]);
      }
    }
  }
  return found;
}

it("every fault has a test through the whole default stack", () => {
  const tests = testsByFault();
  expect(numbersIn(COVERED).filter((number) => !tests.has(number))).toEqual([]);
});

it("README.md lists them (after a change: vitest run test/faults/list.test.ts -u)", async () => {
  const rows = [...testsByFault()]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([number, tests]) => tests.map(([file, name]) => `| ${number} | ${name} | [${file}](${file}) |`));
  const list = [
    "# Faults that cannot happen here",
    "",
    "Each is a way in which systems like this one broke in public, with the test that tries it through the whole default stack.",
    'Tests of single packages stand beside them, under the same names: `grep -rn "fault 17" kernel plugins`.',
    "",
    "| fault | what is shown | where |",
    "| ----: | ------------- | ----- |",
    ...rows,
    "",
  ].join("\n");
  await expect(list).toMatchFileSnapshot("README.md");
});
