import { VarveError } from "@varve/kernel";
import { FACTOR, overLinear } from "../growth.ts";
import type { Rig } from "../rig.ts";
import type { Rule } from "../rule.ts";

/** What is said over and over: each has made a tokenizer slow. */
const UNITS = ["a", " ", "\n", "中", "🧵", "a1-", "=", "<|endoftext|>"] as const;

/** Characters of the short text. */
const SHORT = 8_192;

export const linearCountsRule: Rule = {
  id: "tokens/linear",
  says: "The time grows with the text and not with its square, whatever the text repeats.",
  remedy:
    "Byte-pair merging is quadratic in the length of a piece: cut runs of one character class at a few hundred characters before they are merged.",
  async check(bench) {
    await using rig = await bench.rig();
    for (const unit of UNITS) {
      const times = Math.ceil(SHORT / unit.length);
      const growth = await overLinear((size) => timeOf(rig, unit.repeat(times * size)));
      if (growth === null) continue;
      const { shortMs, longMs } = growth;
      return {
        at: "tokens.count.in",
        expected: `about ${Math.round(shortMs * FACTOR)} ms, for ${FACTOR} times the text that takes ${Math.round(shortMs)} ms`,
        came: `${Math.round(longMs)} ms`,
        of: "text",
        smallest: `${JSON.stringify(unit)}.repeat(${times * FACTOR})`,
      };
    }
    return null;
  },
};

/** How long a count takes, milliseconds; `null` where it is refused. */
async function timeOf({ kernel }: Rig, text: string): Promise<number | null> {
  const begun = performance.now();
  try {
    await kernel.count(text);
  } catch (error) {
    // What is no count, or none is given for, is another rule's matter.
    if (error instanceof VarveError) return null;
    throw error;
  }
  return performance.now() - begun;
}
