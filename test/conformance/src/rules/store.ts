import type { RuleGroup } from "../rule.ts";
import { READING_RULES } from "./store-reads.ts";
import { WRITING_RULES } from "./store-writes.ts";

/** A store answers both operations, and what it is worth shows between them. */
export const storeRules: RuleGroup = {
  name: "store",
  operations: ["persistence.write", "persistence.read"],
  rules: [...WRITING_RULES, ...READING_RULES],
};
