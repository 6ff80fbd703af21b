import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const harness = dirname(import.meta.dirname);
const folder = mkdtempSync(join(tmpdir(), "varve-harness-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs one of the numbered files in a process of its own. */
async function run(file: string, into = folder): Promise<string> {
  return (await promisify(execFile)(process.execPath, [join(harness, file), into])).stdout;
}

describe("the two runs", () => {
  let [first, second] = ["", ""];
  beforeAll(async () => {
    first = await run("01-first-run.ts");
    second = await run("02-second-run.ts");
  }, 60_000);

  test("the first one plans, and a plan that breaks its schema is told to the model", () => {
    expect(first).toMatch(/← error: .*data\.plan is refused at \/steps\/0\/status/);
    expect(first).toMatch(/\nThe plan, as the state holds it: Find out what there is \(done\),/);
  });

  test("the approver lets a compaction wait, then lets it pass", () => {
    const answers = [...first.matchAll(/compaction\.approve +(no|yes) +@example\/patience/g)].map(
      ([, answer]) => answer,
    );
    expect(answers).toEqual(["no", "yes"]);
    expect(first).toMatch(/compacted \d+ → \d+ tokens: \d+ entries went, as read-the-harness\/c1;/);
    expect(first).toMatch(/Turns: 9\. Compactions: 1\./);
  });

  test("the second one goes on where the first one stopped", () => {
    const [, entries] = /Entries left in the history: (\d+)\.\n/.exec(first) ?? [];
    expect(second).toContain(`Resumed at turn 9, version 10, with ${entries} entries.`);
    expect(second).toMatch(
      /^.*\n.*\n +compaction\.trigger +no +@varve\/trigger-fraction +[\d,]+ of 3,750 tokens \(measured\)/,
    );
    expect(second).toContain("turn 10: ");
  });

  test("a dry run says what would go, and the store who decided what", () => {
    expect(second).toMatch(/it would remove \d+ entries: \d+ → \d+ tokens/);
    expect(second).toMatch(
      /read-the-harness\/c1, because of the budget:\n +compaction\.trigger +yes .*\n +compaction\.keep .*\n +compaction\.summarise .*\n +compaction\.approve +yes +@example\/patience/,
    );
  });

  test("undoing gives back every entry that went", () => {
    const [, went = "?"] = /tokens: (\d+) entries went/.exec(first) ?? [];
    const [, back, whole, left] =
      /gives back (\d+) entries: the history has (\d+) instead of (\d+)\./.exec(second) ?? [];
    expect(back).toBe(went);
    expect(Number(whole)).toBe(Number(left) + Number(went));
  });
});

test("without a first run the second one says what to do", async () => {
  await expect(run("02-second-run.ts", join(folder, "empty"))).rejects.toThrow("Run 01-first-run.ts first.");
});
