import { describe, expect, test } from "vitest";
import { membership, type Range, Ranges, readRanges, without, writeRanges } from "../src/ranges.ts";

const of = (...numbers: readonly number[]): readonly Range[] => {
  const ranges = new Ranges();
  for (const number of numbers) ranges.add(number);
  return ranges.list;
};

describe("ranges", () => {
  test("keep the order in which their numbers came", () => {
    expect(writeRanges(of(7, 8, 9, 1, 2, 4))).toBe("7-9,1-2,4");
    expect(writeRanges(of(3, 2, 1))).toBe("3,2,1");
    expect(writeRanges(of())).toBe("");
  });

  test.each(["", "4", "1-90000", "7-9,1-2,4", "5,5"])("are read as they were written: %j", (text) => {
    expect(writeRanges(readRanges(text) ?? of(0))).toBe(text);
  });

  test.each(["x", "1-", "-1", "3-1", "1,,2", "1 - 2", "9999999999999999", "1.5"])("are not read from %j", (text) => {
    expect(readRanges(text)).toBeNull();
  });

  test("lose what is kept, whatever the order and however it overlaps", () => {
    expect(writeRanges(without(of(5, 6, 7, 8, 1, 2, 3), of(6, 2, 3, 9)))).toBe("1,5,7-8");
    expect(without(of(1, 2, 3), of(3, 1, 2, 2))).toEqual([]);
    expect(writeRanges(without(of(1, 2, 3), of()))).toBe("1-3");
  });

  test("know what is in them", () => {
    const isIn = membership(of(5, 6, 1));
    expect([5, 6, 7, 1, 2, 5, 0].map(isIn)).toEqual([true, true, false, true, false, true, false]);
  });
});
