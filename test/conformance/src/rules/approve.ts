import { InvalidCompactionError, NoProgressError } from "@varve/kernel";
import { compactions } from "../drives/compactions.ts";
import type { Rule, RuleGroup } from "../rule.ts";
import { shown } from "../shown.ts";
import { answerIn, type Calls } from "../watch/calls.ts";
import { commonRules } from "./every-hook.ts";
import { overConversations } from "./over-conversations.ts";

const OPERATION = "compaction.approve";
const AT = `${OPERATION}.in`;

const log = (calls: Calls) => calls[OPERATION];

const soundEdits: Rule = {
  id: "approve/sound-edits",
  says: "An edit is as sound as any proposal: no pair is parted, and the window shrinks.",
  remedy:
    "Edit within `context.proposal`: remove whole exchanges, keep what is protected, and return `false` where the proposal cannot be mended.",
  check: overConversations(compactions, ({ calls, result: { error } }) => {
    const answer = answerIn(log(calls));
    if (answer === undefined || typeof answer.value !== "object" || !("edit" in answer.value)) return null;
    const isRefused = error instanceof InvalidCompactionError || error instanceof NoProgressError;
    return isRefused
      ? {
          at: AT,
          expected: "an edit that the kernel takes",
          came: `${error.message}\n${shown(answer.value)}`,
          cause: error,
        }
      : null;
  }),
};

export const approveRules: RuleGroup = {
  name: "approve",
  operations: [OPERATION],
  rules: [...commonRules({ group: "approve", operation: OPERATION, player: compactions, log }), soundEdits],
};
