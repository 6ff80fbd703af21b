import { describe, expect, test } from "vitest";
import { answersOf, itemsOf, outputsOf } from "./recorded.ts";

const items = itemsOf("fix-inventory.jsonl");
const outputs = outputsOf(items);

describe("fix-inventory", () => {
  test("has more than 200 items and several requests of the user", () => {
    expect(items.length).toBeGreaterThan(200);
    expect(items.filter((item) => item.role === "user").length).toBeGreaterThan(4);
  });

  test("has answers of two, three and four calls", () => {
    const sizes = new Set(answersOf(items).map((calls) => calls.length));
    expect([2, 3, 4].filter((size) => sizes.has(size))).toEqual([2, 3, 4]);
  });

  test("has results that come back in another order than they were called in", () => {
    const swapped = answersOf(items).filter((calls) => {
      const last = calls.at(-1);
      const from = last === undefined ? 0 : items.indexOf(last) + 1;
      const answered = items.slice(from, from + calls.length).map((item) => item.call_id);
      return answered.join() !== calls.map((call) => call.call_id).join();
    });
    expect(swapped.length).toBeGreaterThan(5);
  });

  test.each([
    ["a command that exits with another code than 0", /^exit code 1\n/],
    ["a command that is not there", /command not found/],
    ["a command that was stopped because it took too long", /^stopped: not done after \d+ ms/],
    ["a file that is not there", /^error: no such file: /],
    ["a search without a match", /^no match for /],
    ["a passage that is not there, or more than once", /^error: the passage occurs (0|2) times/],
    ["arguments that are no JSON", /^error: the arguments are not JSON/],
    ["a result that is empty", /^$/],
  ])("has %s", (_what, pattern) => {
    expect(outputs.some((output) => pattern.test(output))).toBe(true);
  });

  test("has several results above 15 kB, one of them above 60", () => {
    expect(outputs.filter((output) => output.length > 15_000).length).toBeGreaterThan(3);
    expect(Math.max(...outputs.map((output) => output.length))).toBeGreaterThan(60_000);
  });

  test("has durations blanked, so that a slow machine records the same", () => {
    expect(outputs.join("\n")).not.toMatch(/\([1-9]\d*(\.\d+)?ms\)|duration_ms [1-9]/);
    expect(outputs.join("\n")).toMatch(/duration_ms 0/);
  });

  test("ends with the tests passing and the totals agreeing", () => {
    expect(outputs.at(-1)).toMatch(/ℹ pass (\d+)\nℹ fail 0\n/);
    expect(outputs.findLast((output) => output.includes("orders differ"))).toBe(
      "0 of 114 orders differ, 0 cents in all\n",
    );
  });

  test("uses at its end what was found near its beginning", () => {
    const firstAt = items.findIndex((item) => JSON.stringify(item).includes("82 of 114"));
    const lastAt = items.findLastIndex((item) => JSON.stringify(item).includes("82 of 114"));
    expect(firstAt).toBeLessThan(items.length / 5);
    expect(lastAt).toBeGreaterThan((items.length * 4) / 5);
  });
});
