import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Extract, noLines, print, read, SECTION_NAMES } from "../src/layout.ts";
import { oneLine } from "../src/one-line.ts";

const line = fc.record({
  mark: fc.constantFrom("-" as const, ">" as const, "|" as const),
  text: fc
    .string({ unit: "grapheme", minLength: 1 })
    .map(oneLine)
    .filter((text) => text !== ""),
});
const lines = fc.array(fc.tuple(fc.constantFrom(...SECTION_NAMES), line), { maxLength: 20 }).map((placed) => {
  const all = noLines();
  for (const [name, each] of placed) all[name].push(each);
  return all;
});
const inventory = fc
  .record({ user: fc.integer({ min: 1, max: 99_999 }), images: fc.integer({ min: 1, max: 9 }) })
  .map(({ user, images }) => new Map([["user messages", user] as const, ["images", images] as const]));

describe("the layout", () => {
  it("reads back every line that it wrote", () => {
    fc.assert(
      fc.property(lines, inventory, fc.constantFrom("full" as const, "terse" as const), (all, counts, style) => {
        const extract: Extract = { inventory: counts, lines: all };
        expect(read(print(extract, style))).toEqual(extract);
      }),
    );
  });

  it("takes no other text for its own", () => {
    expect(read("## Requests\n- do it")).toBeNull();
    expect(read("")).toBeNull();
  });

  it("says what was removed where there is nothing else to say", () => {
    const text = print({ inventory: new Map([["images", 2]]), lines: noLines() }, "full");
    expect(text).toContain("2 images");
  });
});
