import { definePlugin, STAGES, type TriggerContext } from "@varve/kernel";

const NAME = "@varve/trigger-fraction";

/** One way of writing numbers, whatever the machine's locale. */
const NUMBERS = new Intl.NumberFormat("en-US");

/**
 * Answers `compaction.trigger`: yes, when the estimate is above `limits.triggerTokens`.
 *
 * Nothing else counts: cached tokens are part of the estimate, the usage of an earlier call says nothing about this
 * window, and a window above the line is compacted also where little can be saved.
 */
export default definePlugin({
  name: NAME,
  api: 1,
  apply(kernel) {
    kernel.hooks.compaction.trigger.in.tap({ name: NAME, stage: STAGES.default }, decide);
  },
});

function decide({ estimate, limits }: TriggerContext): { compact: boolean; reason: string } {
  const { tokens, basis } = estimate;
  return {
    compact: tokens > limits.triggerTokens,
    reason: `${NUMBERS.format(tokens)} of ${NUMBERS.format(limits.triggerTokens)} tokens (${basis})`,
  };
}
