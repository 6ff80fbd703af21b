import pc from "picocolors";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { clipped } from "../src/clipped.ts";
import { excerpt } from "../src/excerpt.ts";
import { duration, percentage } from "../src/figures.ts";
import { fillBar } from "../src/fill-bar.ts";
import { printable, printableLine } from "../src/printable.ts";
import { stepFor } from "../src/shown-calls.ts";
import { shownPath } from "../src/shown-path.ts";

describe("text for a terminal", () => {
  test("is clipped by columns, never within a character", () => {
    expect(clipped("short", 10)).toBe("short");
    expect(clipped("a longer line", 8)).toBe("a longe…");
    expect(clipped("漢字漢字漢字", 8)).toBe("漢字漢…");
    expect(clipped("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 6)).toBe("👩‍👩‍👧‍👦👩‍👩‍👧‍👦…");
    for (const columns of [2, 5, 9, 20])
      expect(stringWidth(clipped("混合mixed文字text".repeat(4), columns))).toBeLessThanOrEqual(columns);
  });

  test("shows control characters instead of obeying them", () => {
    expect(printable("a\tb\r\nc\rd\u0000\u007f\u009b")).toBe("a\tb\nc␍d␀␡<U+009B>");
    expect(printable("half \ud83d an emoji")).toBe("half \ufffd an emoji");
    expect(printableLine(" two\n lines ")).toBe("two lines");
  });

  test("of a long text shows the beginning and the end", () => {
    const text = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join("\n");
    const lines = excerpt(text, 80, "part");
    expect(lines).toHaveLength(15);
    expect([lines[0], lines[9], lines[10], lines[11], lines[14]]).toEqual([
      "line 1",
      "line 10",
      "… 16 more lines; --all shows them",
      "line 27",
      "line 30",
    ]);
    expect(excerpt(text, 80, "whole")).toHaveLength(30);
  });
});

describe("figures", () => {
  test("a share is only 100 % when it is everything", () => {
    expect(percentage(9_999, 10_000)).toBe("99.9 %");
    expect(percentage(10_000, 10_000)).toBe("100 %");
    expect(percentage(0, 0)).toBe("0 %");
  });

  test("a duration has the unit that fits", () => {
    expect([duration(12.4), duration(999), duration(1_250)]).toEqual(["12 ms", "999 ms", "1.3 s"]);
  });
});

describe("the fill bar", () => {
  const bar = (tokens: number, cachedTokens: number) =>
    fillBar({ tokens, cachedTokens }, 1_000, 10, pc.createColors(false));

  test("shows what is cached, what is new, and the room that is left", () => {
    expect(bar(700, 500)).toBe("█████▓▓···");
    expect(bar(1, 0)).toBe("▓·········");
    expect(bar(0, 0)).toBe("··········");
  });

  test("is full at the line, and never longer", () => {
    expect(bar(1_000, 1_000)).toBe("██████████");
    expect(bar(5_000, 0)).toBe("▓▓▓▓▓▓▓▓▓▓");
  });
});

test("a table of many calls has at most forty rows", () => {
  expect(stepFor(40)).toBe(1);
  expect(stepFor(41)).toBe(2);
  for (const calls of [100, 438, 5_000, 1_000_000]) expect(calls / stepFor(calls)).toBeLessThanOrEqual(40);
});

test("a path is relative within the folder and absolute outside", () => {
  expect(shownPath("/home/a/b/c.db", "/home/a")).toBe("b/c.db");
  expect(shownPath("/home/b/c.db", "/home/a")).toBe("/home/b/c.db");
  expect(shownPath("/home/a", "/home/a")).toBe("/home/a");
});
