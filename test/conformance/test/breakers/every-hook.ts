import { setTimeout } from "node:timers/promises";
import type { Breakers, Context, Executor } from "./breaker.ts";
import { tapping } from "./breaker.ts";

/** What each operation takes for an answer, with a word in it where there is room for one. */
const ANSWERS: Readonly<
  Record<string, readonly [hookPoint: string, answer: (word: string, context: Context) => unknown]>
> = {
  section: ["section.participants.in", (word) => `Those who take part: ${word}`],
  tokens: ["tokens.count.in", (word) => (word === "" ? 1 : word.length)],
  trigger: ["compaction.trigger.in", (word) => ({ compact: false, reason: word })],
  keep: ["compaction.keep.in", (word, context) => ({ sections: sectionsOf(context), reason: word })],
  summarise: ["compaction.summarise.in", (word) => ({ summary: `Summed up. ${word}` })],
  approve: ["compaction.approve.in", (word) => ({ approve: true, reason: word })],
  encode: ["model.encode.in", (word) => ({ provider: "mine", body: { word } })],
};

function sectionsOf({ sections }: Context): readonly unknown[] {
  return Array.isArray(sections) ? sections.map((section) => Reflect.get(section, "id")) : [];
}

/** A trigger is told no words, and a count answers with none; `tokens/linear` has a breaker of its own. */
const ABOUT_WORDS = ["tokens/tasks-apart", "trigger/tasks-apart", "tokens/linear", "trigger/linear"];

/** A breaker for every rule that all operations share. */
export const COMMON_BREAKERS: Breakers = Object.fromEntries(
  Object.entries(ANSWERS).flatMap(([group, [hookPoint, answer]]) => {
    const breakers = Object.entries(breaking(answer)).map(
      ([rule, executor]) => [`${group}/${rule}`, tapping(hookPoint, executor)] as const,
    );
    return breakers.filter(([id]) => !ABOUT_WORDS.includes(id));
  }),
);

function breaking(answer: (word: string, context: Context) => unknown): Readonly<Record<string, Executor>> {
  let asked = 0;
  let before = "";
  return {
    reached: () => undefined,
    shape: () => ({ odd: true }),
    "passes-on": () => {
      throw new Error("there is nothing to be done");
    },
    settles: () => new Promise(() => undefined),
    linear: (context) => {
      const { length } = JSON.stringify([context.state, context.window]);
      let sum = 0;
      for (let step = 0; step < length ** 2 / 128; step += 1) sum += step % 7;
      return answer(String(sum), context);
    },
    pure: (context) => {
      Reflect.set(context, "turn", 99);
      return answer("", context);
    },
    "tasks-apart": (context) => {
      const last = before;
      before = JSON.stringify(context.state ?? context.window).match(/aurora|borealis|cygnus/)?.[0] ?? before;
      return answer(last, context);
    },
    abort: async (context) => {
      await setTimeout(50);
      return answer("", context);
    },
    deterministic: (context) => {
      asked += 1;
      return answer("x".repeat(asked % 50), context);
    },
  };
}
