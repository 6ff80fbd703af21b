import { VarveError } from "@varve/kernel";
import type { Rig } from "../rig.ts";
import type { Rule } from "../rule.ts";

/** What is said over and over: each has made a tokenizer slow. */
const UNITS = ["a", " ", "\n", "中", "🧵", "a1-", "=", "<|endoftext|>"] as const;

/** Characters of the short text; the long one has four times as many. */
const SHORT = 8_192;
const FACTOR = 4;

/** Linear work takes 4 times as long for 4 times the text, quadratic work 16 times; what is between is noise. */
const MOST_TIMES = 9;

/** Below this nothing can be told apart, and nobody is kept waiting. Milliseconds. */
const QUICK_MS = 60;

const TRIES = 3;

export const linearRule: Rule = {
  id: "tokens/linear",
  says: "The time grows with the text and not with its square, whatever the text repeats.",
  remedy:
    "Byte-pair merging is quadratic in the length of a piece: cut runs of one character class at a few hundred characters before they are merged.",
  async check(bench) {
    await using rig = await bench.rig();
    for (const unit of UNITS) {
      const short = unit.repeat(Math.ceil(SHORT / unit.length));
      const long = short.repeat(FACTOR);
      const slow = await best(rig, long);
      if (slow === null || slow < QUICK_MS) continue;
      const quick = await best(rig, short);
      if (quick === null || slow <= MOST_TIMES * quick) continue;
      return {
        at: "tokens.count.in",
        expected: `about ${Math.round(quick * FACTOR)} ms for ${long.length} characters, ${FACTOR} times the ${Math.round(quick)} ms for ${short.length}`,
        came: `${Math.round(slow)} ms`,
        of: "text",
        smallest: `${JSON.stringify(unit)}.repeat(${long.length / unit.length})`,
      };
    }
    return null;
  },
};

/** The shortest of some tries, which is the least disturbed; `null` where the count is refused. */
async function best({ kernel }: Rig, text: string): Promise<number | null> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const begun = performance.now();
    try {
      await kernel.count(text);
    } catch (error) {
      // What is no count, or none is given for, is another rule's matter.
      if (error instanceof VarveError) return null;
      throw error;
    }
    least = Math.min(least, performance.now() - begun);
    if (least < QUICK_MS) break;
  }
  return least;
}
