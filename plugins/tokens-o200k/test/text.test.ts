import fc from "fast-check";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { countText } from "../src/index.ts";

/** The library's own encoding, special tokens taken as text. */
function exact(text: string): number {
  return encode(text, { disallowedSpecial: new Set<string>() }).length;
}

const SAMPLES = {
  prose: "The lake froze late that year, and the ferry kept running until the second week of January. ".repeat(20),
  code: `export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] ?? NaN : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
`.repeat(12),
  json: JSON.stringify(
    Array.from({ length: 60 }, (_, index) => ({ id: `ord-${index * 7919}`, qty: index % 9, price: index * 1.25 })),
  ),
  cjk: "湖はその年おそくまで凍らず、渡し船は一月の第二週まで通っていた。这一年湖水结冰很晚，渡船一直开到一月的第二周。".repeat(
    20,
  ),
};

describe("what a text counts", () => {
  it.each(Object.entries(SAMPLES))("fault 10: %s is counted exactly", (_kind, sample) => {
    expect(countText(sample)).toBe(exact(sample));
  });

  it.each([
    ["json", 0.7],
    ["cjk", 0.5],
  ] as const)("fault 10: four characters a token would see less than %s holds", (kind, share) => {
    const sample = SAMPLES[kind];
    expect(sample.length / 4).toBeLessThan(share * exact(sample));
  });

  it("counts nothing for an empty text", () => {
    expect(countText("")).toBe(0);
  });

  it("counts any text as the library does, as long as no run is cut", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
        expect(countText(text)).toBe(exact(text));
      }),
    );
  });

  it("fault 26: a lone surrogate counts as the replacement character that goes on the wire", () => {
    expect(countText("a\ud800b")).toBe(countText("a\ufffdb"));
    expect(() => countText("\udc00".repeat(2_000))).not.toThrow();
  });
});

describe("fault 70: long runs and special tokens", () => {
  it("fault 70: special tokens are counted as the text they are written in", () => {
    const text = "see <|endoftext|> and <|im_start|>system<|im_end|>";
    expect(countText(text)).toBe(exact(text));
    expect(countText("<|endoftext|>")).toBeGreaterThan(1);
  });

  it.each([
    ["letters", "a"],
    ["capitals", "A"],
    ["blanks", " "],
    ["line ends", "\n"],
    ["signs", "="],
    ["Han", "中"],
    ["emoji", "😀"],
    ["marks", "\u0301"],
    ["slashes and line ends in turn", "/\n"],
  ])("fault 70: a run of %s takes time in proportion to its length", (_name, unit) => {
    const run = unit.repeat(Math.ceil(1_000_000 / unit.length));
    const start = performance.now();
    const tokens = countText(run);
    const took = performance.now() - start;
    expect(tokens).toBeGreaterThan(1_000);
    expect(took).toBeLessThan(4_000);
    const tenth = countText(unit.repeat(Math.ceil(100_000 / unit.length)));
    expect(tokens / tenth).toBeGreaterThan(9.8);
    expect(tokens / tenth).toBeLessThan(10.2);
  });

  it("fault 70: 50,000 times the same letter is counted within 1 % of the uncut count", () => {
    const run = "a".repeat(50_000);
    expect(Math.abs(countText(run) / exact(run) - 1)).toBeLessThan(0.01);
  });

  it("fault 70: a run of random letters is counted within 0.5 % of the uncut count", () => {
    let seed = 7;
    const letters = Array.from({ length: 8_000 }, () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return String.fromCharCode(97 + ((seed >> 16) % 26));
    }).join("");
    const [counted, whole] = [countText(letters), exact(letters)];
    expect(counted).toBeGreaterThanOrEqual(whole);
    expect(counted / whole).toBeLessThan(1.005);
  });

  it("fault 70: a run between ordinary words leaves their count alone", () => {
    const words = "The ferry kept running. ".repeat(10);
    const run = "-".repeat(4_096);
    expect(countText(`${words}${run}\n${words}`)).toBe(exact(`${words}${run}\n${words}`));
  });
});
