import { InvalidCompactionError, NoProgressError } from "@varve/kernel";
import { compactions } from "../drives/compactions.ts";
import type { Rule, RuleGroup } from "../rule.ts";
import { shown } from "../shown.ts";
import { answerIn, type Calls } from "../watch/calls.ts";
import { commonRules } from "./every-hook.ts";
import { overConversations } from "./over-conversations.ts";

const OPERATION = "compaction.keep";
const AT = `${OPERATION}.in`;

/** A history of so many entries, most of them ordinary exchanges, has something that can go. */
const LONG_HISTORY = 40;

const log = (calls: Calls) => calls[OPERATION];

const known: Rule = {
  id: "keep/known-sections",
  says: "It names only sections that are in the window.",
  remedy:
    "Choose among `context.sections`, or what `context.window.sections` has: a section that is empty or left out is not there.",
  check: overConversations(compactions, ({ calls }) => {
    const answer = answerIn(log(calls));
    if (answer === undefined) return null;
    const there = answer.context.window.sections.map(({ id }) => id);
    const stranger = answer.value.sections.find((id) => !there.includes(id));
    return stranger === undefined ? null : { at: AT, expected: `some of ${there.join(", ")}`, came: stranger };
  }),
};

const pins: Rule = {
  id: "keep/known-entries",
  says: "It pins only entries that are in the history.",
  remedy: "Take ids from `context.state.history`: what an earlier compaction removed is not there any more.",
  check: overConversations(compactions, ({ calls }) => {
    const answer = answerIn(log(calls));
    const there = new Set(answer?.context.state.history.map(({ id }) => id));
    const stranger = answer?.value.pins?.find((id) => !there.has(id));
    return stranger === undefined ? null : { at: AT, expected: "entries of the history", came: `a pin on ${stranger}` };
  }),
};

const essential: Rule = {
  id: "keep/essential",
  says: "It leaves out an essential section only where it says that it means to.",
  remedy: "Name every section whose `survives` is `essential`, or return `allowEssential: true` besides.",
  check: overConversations(compactions, ({ calls, result: { error } }, { bench }) => {
    const answer = answerIn(log(calls));
    const isRefused =
      error instanceof InvalidCompactionError && error.hookPoint === OPERATION && bench.isItsName(error.plugin);
    if (answer === undefined || !isRefused || answer.value.allowEssential === true) return null;
    const kept = new Set(answer.value.sections);
    const left = answer.context.sections.filter(({ id, survives }) => survives === "essential" && !kept.has(id));
    if (left.length === 0) return null;
    return {
      at: AT,
      expected: `${left.map(({ id }) => id).join(", ")} among the sections, or allowEssential: true`,
      came: shown(answer.value),
      cause: error,
    };
  }),
};

const leavesSomething: Rule = {
  id: "keep/leaves-something",
  says: `Of a history of ${LONG_HISTORY} entries and more it leaves something to be removed.`,
  remedy:
    "Pin less: bound the pins by a number or by a share of `context.limits.budgetTokens`. What is pinned for ever fills the window.",
  check: overConversations(compactions, ({ before, calls, result: { error } }) => {
    const answer = answerIn(log(calls));
    if (answer === undefined || before.history.length < LONG_HISTORY || !(error instanceof NoProgressError))
      return null;
    const pinned = answer.value.pins?.length ?? 0;
    // Where little is pinned, it is the conversation that holds on to everything: one exchange from its first entry to its last.
    if (pinned < before.history.length / 8) return null;
    return {
      at: AT,
      expected: "something that can go",
      came: `${pinned} of ${before.history.length} entries are pinned`,
      cause: error,
    };
  }),
};

export const keepRules: RuleGroup = {
  name: "keep",
  operations: [OPERATION],
  rules: [
    ...commonRules({ group: "keep", operation: OPERATION, player: compactions, log }),
    known,
    pins,
    essential,
    leavesSomething,
  ],
};
