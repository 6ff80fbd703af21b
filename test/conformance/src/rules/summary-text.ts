import { plainText, type SummariseContext, type SummariseResult } from "@varve/kernel";
import { compactions } from "../drives/compactions.ts";
import type { Finding, Rule } from "../rule.ts";
import { shown } from "../shown.ts";
import { factsIn } from "../talk/words.ts";
import { answerIn } from "../watch/calls.ts";
import { goingTokens, WORTH_SUMMARISING_TOKENS } from "./going.ts";
import { overConversations, type StepJudge } from "./over-conversations.ts";

const AT = "compaction.summarise.in";

/** So much of a tool's words, at least, is taken for a quotation. UTF-16 code units. */
const QUOTATION = 16;

/** In a window that is meant to be smaller than this, there may be no room for what was kept before. */
const ROOM_TOKENS = 1_000;

/** What a summary says, as far as it can be told without understanding it. */
export const SUMMARY_TEXT_RULES: readonly Rule[] = [
  {
    id: "summarise/carries-forward",
    says: `A new summary replaces the one before it, so it holds on to what that one had kept, where more than ${WORTH_SUMMARISING_TOKENS} tokens go and the target is ${ROOM_TOKENS} or more.`,
    remedy:
      "Put `context.previousSummary` into what is summarised, or return replacement entries and no summary: the running summary then stays as it is.",
    check: overConversations(compactions, judged(forgotten)),
  },
  {
    id: "summarise/well-formed",
    says: "It never cuts a text between the two halves of a surrogate pair.",
    remedy: "Cut with `head` and `tail` of @varve/kernel, which leave an emoji whole.",
    check: overConversations(compactions, judged(halved)),
  },
  {
    id: "summarise/authority",
    says: "What tools have said does not come back in the developer's or the system's voice.",
    remedy:
      "Say it in the summary, which is shown as derived from untrusted content; keep it a tool_result; or wrap it with `untrusted` of @varve/kernel.",
    check: overConversations(compactions, judged(promoted)),
  },
];

function judged(
  judge: (result: SummariseResult, context: SummariseContext) => Omit<Finding, "at"> | null,
): StepJudge<unknown> {
  return ({ calls }) => {
    const answer = answerIn(calls["compaction.summarise"]);
    const finding = answer === undefined ? null : judge(answer.value, answer.context);
    return finding === null ? null : { at: AT, ...finding };
  };
}

function forgotten(result: SummariseResult, context: SummariseContext) {
  const { summary } = result;
  const { previousSummary, limits } = context;
  const hasRoom = limits.targetTokens >= ROOM_TOKENS && goingTokens(result, context) > WORTH_SUMMARISING_TOKENS;
  if (summary === undefined || previousSummary === null || !hasRoom) return null;
  const before = factsIn(previousSummary);
  const now = factsIn(summary);
  if (before.size === 0 || [...before].some((fact) => now.has(fact))) return null;
  return { expected: `some of ${[...before].join(", ")}, which the summary before it held`, came: shown(summary) };
}

function halved(result: SummariseResult, context: SummariseContext) {
  const given = [context.removed, context.folded, context.previousSummary];
  if (!isWellFormed(given)) return null;
  return isWellFormed(result) ? null : { expected: "well-formed texts, as those that were given", came: shown(result) };
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every(isWellFormed);
}

function promoted({ replacement = [] }: SummariseResult, { state }: SummariseContext) {
  const said = state.history
    .filter(({ item }) => item.kind === "tool_result")
    .map(({ item }) => plainText(item).trim().slice(0, QUOTATION))
    .filter((text) => text.length === QUOTATION);
  for (const { item } of replacement) {
    if (item.kind !== "message" || (item.role !== "developer" && item.role !== "system")) continue;
    const text = plainText(item);
    const quoted = said.find((words) => text.includes(words));
    if (quoted !== undefined && !text.includes("<untrusted source="))
      return { expected: "no tool's words in it", came: `a message of the ${item.role}: ${shown(text)}` };
  }
  return null;
}
