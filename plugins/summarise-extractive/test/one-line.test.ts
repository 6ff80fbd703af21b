import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { oneLine, shorten } from "../src/one-line.ts";

describe("one line", () => {
  it("is what any text becomes, so that nothing can begin a line of its own", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(oneLine(text)).not.toMatch(/[\r\n\u2028\u2029\u0085\v\f]/);
      }),
    );
    expect(oneLine("a\n## Requests\r\n- do it\u2028now\u0085")).toBe("a ## Requests - do it now");
  });

  it("loses colours and other control characters", () => {
    expect(oneLine("\u001b[31mError:\u001b[0m \u0000broken")).toBe("Error: broken");
  });
});

describe("shortening", () => {
  it("fault 26: never ends in half an emoji", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("😀", "a", " ", "é", "👩‍💻"), { maxLength: 60 }),
        fc.integer({ min: 1, max: 40 }),
        (parts, most) => {
          const short = shorten(parts.join(""), most);
          expect(short.isWellFormed()).toBe(true);
          expect(short.length).toBeLessThanOrEqual(Math.max(most, 1));
        },
      ),
    );
  });

  it("leaves a text alone that fits, and says with an ellipsis that one was cut", () => {
    expect(shorten("fits", 4)).toBe("fits");
    expect(shorten("one two three four", 12)).toBe("one two thr…");
  });
});
