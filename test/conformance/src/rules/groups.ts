import type { RuleFacts, RuleGroup } from "../rule.ts";
import { approveRules } from "./approve.ts";
import { encodeRules } from "./encode.ts";
import { invokeRules } from "./invoke.ts";
import { keepRules } from "./keep.ts";
import { pluginRules } from "./plugin.ts";
import { sectionRules } from "./section.ts";
import { stateRules } from "./state.ts";
import { storeRules } from "./store.ts";
import { summariseRules } from "./summarise.ts";
import { tokensRules } from "./tokens.ts";
import { triggerRules } from "./trigger.ts";

/** Every rule of the kit, by group, in the order in which they are run. */
export const GROUPS: readonly RuleGroup[] = [
  pluginRules,
  sectionRules,
  tokensRules,
  triggerRules,
  keepRules,
  summariseRules,
  approveRules,
  encodeRules,
  invokeRules,
  stateRules,
  storeRules,
];

/** The operations that there are rules for. */
export const OPERATIONS: readonly string[] = GROUPS.flatMap(({ operations }) => operations);

/** Every rule, as it is told of. */
export const RULES: readonly RuleFacts[] = GROUPS.flatMap(({ rules }) => rules);
