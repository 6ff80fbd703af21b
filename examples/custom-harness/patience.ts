import { definePlugin, type JsonObject } from "@varve/kernel";
// It gives `state.data.plan` its type.
import type {} from "@varve/section-plan";

/** How long a compaction may wait for the step that is being worked on. */
export interface PatienceOptions {
  /** Counted tokens of the window, from which on it waits no longer. */
  readonly most_tokens: number;
}

const NAME = "@example/patience";

/**
 * Answers `compaction.approve`: while a step of the plan is being worked on, what was read for it had better stay, if there
 * is room. It sees the whole proposal before anything is written. A no changes nothing, and is a receipt all the same.
 */
export default definePlugin<PatienceOptions>({
  name: NAME,
  api: 1,
  options: {
    type: "object",
    additionalProperties: false,
    required: ["most_tokens"],
    properties: { most_tokens: { type: "integer", minimum: 1 } },
  } as const satisfies JsonObject,
  apply(kernel, { most_tokens }) {
    kernel.hooks.compaction.approve.in.tap(NAME, ({ state, proposal }) => {
      const step = state.data.plan?.steps.find(({ status }) => status === "in_progress");
      if (step === undefined) return { approve: true, reason: "no step is being worked on" };
      if (proposal.tokensBefore >= most_tokens) return { approve: true, reason: `${most_tokens} tokens are reached` };
      return { approve: false, reason: `“${step.text}” is being worked on, and there is room` };
    });
  },
});
