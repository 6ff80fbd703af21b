export { type CheckedRule, check, type Report } from "./check.ts";
export { conformance, type TestFunctions } from "./conformance.ts";
export { ConformanceError } from "./conformance-error.ts";
export type { Broken, Finding, RuleFacts } from "./rule.ts";
export { OPERATIONS, RULES } from "./rules/groups.ts";
export type { ConformanceOptions } from "./settings.ts";
export type { Claim, MakeSubject, Subject } from "./subject.ts";
export { Conversation, conversation } from "./talk/conversation.ts";
export { printed } from "./talk/print.ts";
