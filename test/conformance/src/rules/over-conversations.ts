import type { Bench, Search } from "../bench.ts";
import type { Player, Step } from "../drives/drive.ts";
import type { Broken, Finding } from "../rule.ts";
import type { Items } from "../talk/rounds.ts";

/** Says what is wrong with one step that a kernel took, or `null`. */
export type StepJudge<Value> = (
  step: Step<Value>,
  more: { readonly bench: Bench; readonly steps: readonly Step<Value>[]; readonly items: Items },
) => Finding | null | Promise<Finding | null>;

/** Tries a plugin with conversations, and looks at every step of each. */
export function overConversations<Value>(
  player: Player<Value>,
  judge: StepJudge<Value>,
  search?: Search,
): (bench: Bench) => Promise<Broken | null> {
  return (bench) =>
    bench.search(async (items) => {
      const steps = await player.played(bench, items);
      for (const [index, step] of steps.entries()) {
        const finding = await judge(step, { bench, steps, items });
        if (finding !== null) return { ...finding, of: ofStep(player, index) };
      }
      return null;
    }, search);
}

/** How an input is told of: what it is, how it was used, and where it broke. */
export function ofStep<Value>(player: Player<Value>, index: number): string {
  return `conversation, ${player.drive.says}; it broke at step ${index + 1}`;
}
