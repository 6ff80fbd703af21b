import { definePlugin, type KeepContext, type KeepResult, STAGES } from "@varve/kernel";

const NAME = "@varve/keep-essentials";

/**
 * Answers `compaction.keep`: every section survives that was not declared to be folded.
 *
 * It pins no entries: the kernel itself keeps the last user message and the calls that wait for a result.
 */
export default definePlugin({
  name: NAME,
  api: 1,
  apply(kernel) {
    kernel.hooks.compaction.keep.in.tap({ name: NAME, stage: STAGES.default }, keep);
  },
});

function keep({ sections }: KeepContext): KeepResult {
  const kept = sections.filter((section) => section.survives !== "folded").map((section) => section.id);
  const folded = sections.length - kept.length;
  return { sections: kept, reason: folded === 0 ? "every section stays" : `every section stays but ${folded} to fold` };
}
