import { definePlugin, type TriggerContext, type TriggerResult } from "@varve/kernel";
import { type AdaptiveOptions, optionsSchema } from "./options.ts";
import { weigh } from "./weigh.ts";

export type { AdaptiveOptions } from "./options.ts";

const NAME = "@varve/trigger-adaptive";

export default definePlugin<AdaptiveOptions | undefined>({
  name: NAME,
  api: 1,
  options: optionsSchema,
  apply(kernel, options = {}) {
    kernel.hooks.compaction.trigger.in.tap(NAME, (context) => decide(context, options));
  },
});

/** One way of writing numbers, whatever the machine's locale. */
const NUMBERS = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

function decide(context: TriggerContext, options: AdaptiveOptions): TriggerResult {
  const { estimate, limits, growthTokensPerTurn, about } = context;
  const { tokens } = estimate;
  const shown = `${NUMBERS.format(tokens)} of ${NUMBERS.format(limits.budgetTokens)} tokens`;
  // What the next turn adds must still fit: the budget is a line that no price argues with. But where a compaction has done what it
  // can, or could do no more, that the next turn may be too much is no reason to end this one.
  const next = about === "floor" || tokens <= limits.targetTokens ? 0 : growthTokensPerTurn;
  if (tokens + next > limits.budgetTokens) return { compact: true, reason: `${shown}: there is no room for a turn` };
  if (about === "floor" || tokens <= limits.targetTokens) return { compact: false, reason: `${shown}: there is room` };
  const { costs, saves, turns, isWarm } = weigh(context, options);
  const compact = saves > costs;
  const price = `${NUMBERS.format(costs)} to compact, ${NUMBERS.format(saves)} to carry on for ${turns} turns`;
  return { compact, reason: `${shown}: ${price} (the cache is ${isWarm ? "warm" : "cold"})` };
}
