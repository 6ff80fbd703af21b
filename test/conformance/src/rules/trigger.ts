import type { TriggerContext, TriggerResult } from "@varve/kernel";
import { prepares } from "../drives/prepares.ts";
import type { Rule, RuleGroup } from "../rule.ts";
import type { Calls } from "../watch/calls.ts";
import { commonRules } from "./every-hook.ts";
import { overConversations } from "./over-conversations.ts";

const OPERATION = "compaction.trigger";
const AT = `${OPERATION}.in`;

const log = (calls: Calls) => calls[OPERATION];

/** Every question with what the plugin said to it. */
function answers(calls: Calls): readonly { readonly context: TriggerContext; readonly isYes: boolean }[] {
  return [...log(calls).in, ...log(calls).post].flatMap(({ context, outcome }) =>
    outcome?.kind === "value" && outcome.value !== undefined ? [{ context, isYes: isYes(outcome.value) }] : [],
  );
}

function isYes(result: TriggerResult): boolean {
  return typeof result === "boolean" ? result : result.compact;
}

const floor: Rule = {
  id: "trigger/floor",
  says: "Asked about the floor, it says no to one that is within the target: it can be satisfied.",
  remedy:
    'Go by `context.estimate` alone, and both questions are answered well. A trigger that goes by the clock or the turn says no to `about: "floor"`. A yes ends the turn in a ContextOverflowError.',
  check: overConversations(prepares, ({ calls }) => {
    const yes = answers(calls).find(
      ({ context: { about, estimate, limits }, isYes }) =>
        isYes && about === "floor" && estimate.tokens <= limits.targetTokens,
    );
    if (yes === undefined) return null;
    const { estimate, limits } = yes.context;
    return {
      at: AT,
      expected: `no to a floor of ${estimate.tokens} tokens, with a target of ${limits.targetTokens}`,
      came: "yes",
    };
  }),
};

const ends: Rule = {
  id: "trigger/ends",
  says: "Once compactions have brought the window to the target, it says no.",
  remedy:
    "Let what you weigh depend on `context.estimate`, or look at `context.compactionsThisTurn`: a compaction that was made is no reason for the next one.",
  check: overConversations(prepares, ({ calls }) => {
    const yes = answers(calls).find(
      ({ context: { about, estimate, limits, compactionsThisTurn }, isYes }) =>
        isYes && about === "window" && compactionsThisTurn > 0 && estimate.tokens <= limits.targetTokens,
    );
    if (yes === undefined) return null;
    const { estimate, limits, compactionsThisTurn } = yes.context;
    return {
      at: AT,
      expected: `no to ${estimate.tokens} tokens, after ${compactionsThisTurn} compactions to a target of ${limits.targetTokens}`,
      came: "yes",
    };
  }),
};

const overBudget: Rule = {
  id: "trigger/over-budget",
  says: "A window that is over the budget is compacted, whatever it costs: it cannot be sent.",
  remedy:
    "Say yes where `context.estimate.tokens > context.limits.budgetTokens`, before anything is weighed; or pass on.",
  check: overConversations(prepares, ({ calls }) => {
    const no = answers(calls).find(
      ({ context: { about, estimate, limits }, isYes }) =>
        !isYes && about === "window" && estimate.tokens > limits.budgetTokens,
    );
    if (no === undefined) return null;
    const { estimate, limits } = no.context;
    return { at: AT, expected: `yes to ${estimate.tokens} tokens in a budget of ${limits.budgetTokens}`, came: "no" };
  }),
};

export const triggerRules: RuleGroup = {
  name: "trigger",
  operations: [OPERATION],
  rules: [
    ...commonRules({ group: "trigger", operation: OPERATION, player: prepares, log, about: "numbers" }),
    floor,
    ends,
    overBudget,
  ],
};
