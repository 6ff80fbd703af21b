import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonFault } from "../src/json-fault.ts";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("the place where a text stops being JSON", () => {
  it("is found exactly where JSON.parse refuses the text", () => {
    const almost = fc.tuple(
      fc.json(),
      fc.nat(),
      fc.constantFrom("", ",", "}", "]", '"', "x", "\n", "\\", ":", "0", "-"),
    );
    fc.assert(
      fc.property(almost, ([json, at, instead]) => {
        const cut = at % (json.length + 1);
        const text = json.slice(0, cut) + instead + json.slice(cut + 1);
        expect(jsonFault(text) === null).toBe(isJson(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it("is the end of what was cut off", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (json, at) => {
        const text = `[${json}`.slice(0, 1 + (at % (json.length + 1)));
        const fault = jsonFault(text);
        // What was cut off in an escape, a number or a word is found at the beginning of that.
        expect(fault?.line).toBe(1);
        expect(text.slice((fault?.column ?? 0) - 1)).toMatch(/^(?:\\u?[0-9a-f]*|[-+.\w]*)$/i);
      }),
    );
  });

  it.each([
    ['{"a":x}', 1, 6, '"x" stands where a value was to come'],
    ['{"a" 1}', 1, 6, '"1" stands where : was to come'],
    ["[1 2]", 1, 4, '"2" stands where , or ] was to come'],
    ["[1,]", 1, 4, '"]" stands where a value was to come'],
    ["{,}", 1, 2, '"," stands where a key or } was to come'],
    ["[]\n\n []", 3, 2, '"[" stands where nothing more was to come'],
    ['{"a":\n  "b', 2, 5, "it ends inside a string"],
    ['["a\tb"]', 1, 4, "a string holds what JSON does not allow in one"],
    ["[1,01]", 1, 4, '"0" stands where a value was to come'],
  ])("of %j is at line %i, column %i", (text, line, column, reason) => {
    expect(jsonFault(text)).toEqual({ line, column, reason });
  });

  it("is found however deep the text is nested", () => {
    expect(jsonFault("[".repeat(200_000))).toMatchObject({ column: 200_001 });
  });
});
