import { windows } from "../drives/windows.ts";
import type { RuleGroup } from "../rule.ts";
import type { Calls } from "../watch/calls.ts";
import { COUNT_RULES } from "./counts.ts";
import { commonRules } from "./every-hook.ts";
import { linearCountsRule } from "./linear-counts.ts";

const OPERATION = "tokens.count";

const log = (calls: Calls) => calls[OPERATION];

export const tokensRules: RuleGroup = {
  name: "tokens",
  operations: [OPERATION],
  rules: [
    ...commonRules({ group: "tokens", operation: OPERATION, player: windows, log, about: "numbers" }),
    ...COUNT_RULES,
    linearCountsRule,
  ],
};
