import {
  Exchanges,
  InvalidCompactionError,
  NoProgressError,
  Pairs,
  type SummariseContext,
  type SummariseResult,
} from "@varve/kernel";
import type { Bench } from "../bench.ts";
import { compactions } from "../drives/compactions.ts";
import type { Step } from "../drives/drive.ts";
import type { Finding, Rule, RuleGroup } from "../rule.ts";
import { shown } from "../shown.ts";
import { answerIn, type Calls } from "../watch/calls.ts";
import { commonRules } from "./every-hook.ts";
import { goingOf, goingTokens, WORTH_SUMMARISING_TOKENS } from "./going.ts";
import { overConversations } from "./over-conversations.ts";
import { serialisableRule } from "./serialisable.ts";
import { SUMMARY_TEXT_RULES } from "./summary-text.ts";

const OPERATION = "compaction.summarise";

const AT = `${OPERATION}.in`;

const log = (calls: Calls) => calls[OPERATION];

const knownEntries: Rule = {
  id: "summarise/known-entries",
  says: "It removes and replaces only entries that are in the history, and replaces only what it removes.",
  remedy:
    "Take ids from `context.removed` or `context.state.history` alone. Name in `removes` whatever a replacement stands for.",
  check: overConversations(compactions, ({ calls }) => {
    const answer = answerIn(log(calls));
    const fault = answer === undefined ? null : unknownEntry(answer.value, answer.context);
    return fault === null ? null : { at: AT, expected: "entries of the history", came: fault };
  }),
};

const protectedEntries: Rule = {
  id: "summarise/protected",
  says: "It leaves in place the request being worked on, calls that wait for their result, the newest exchange, and what keep pinned.",
  remedy:
    "Keep to `context.removed`, which holds none of them; a range of your own leaves out `context.pinned` and what `new Exchanges(new Pairs()).protectedEntries(history)` names.",
  check: overConversations(compactions, refusal("protected")),
};

const pairs: Rule = {
  id: "summarise/pairs",
  says: "Calls stay with their results, and reasoning with the item that it belongs to: both go, or both stay.",
  remedy:
    "Remove whole exchanges: `new Exchanges(new Pairs()).of(history)` divides a history into them. To mask a result, replace it by a tool_result with the same call id.",
  check: overConversations(compactions, refusal("pairs")),
};

const progress: Rule = {
  id: "summarise/progress",
  says: `The window shrinks, or it passes on, where more than ${WORTH_SUMMARISING_TOKENS} tokens go.`,
  remedy:
    "Bound the summary by what it replaces: count it with kernel.count, and make it shorter than `context.removed` together with `context.previousSummary`. Where that cannot be, return undefined.",
  check: overConversations(compactions, ({ calls, result: { error } }, { bench }) => {
    if (!(error instanceof NoProgressError) || !bench.isItsName(error.plugin)) return null;
    const answer = answerIn(log(calls));
    const gone = answer === undefined ? 0 : goingTokens(answer.value, answer.context);
    if (answer === undefined || gone <= WORTH_SUMMARISING_TOKENS) return null;
    return {
      at: AT,
      expected: `a window of fewer than ${error.tokensBefore} tokens, now that ${gone} of them go`,
      came: `one of ${error.tokensAfter}, with ${shown(answer.value)}`,
      cause: error,
    };
  }),
};

export const summariseRules: RuleGroup = {
  name: "summarise",
  operations: [OPERATION],
  rules: [
    ...commonRules({ group: "summarise", operation: OPERATION, player: compactions, log }),
    knownEntries,
    protectedEntries,
    pairs,
    progress,
    serialisableRule,
    ...SUMMARY_TEXT_RULES,
  ],
};

/** What the kernel refuses an answer for, where it is for this reason. */
function refusal(kind: "protected" | "pairs") {
  return ({ calls, result: { error } }: Step<unknown>, { bench }: { readonly bench: Bench }): Finding | null => {
    if (!(error instanceof InvalidCompactionError) || error.hookPoint !== OPERATION || !bench.isItsName(error.plugin))
      return null;
    const answer = answerIn(log(calls));
    if (answer === undefined || unknownEntry(answer.value, answer.context) !== null) return null;
    const isProtected = removesProtected(answer.value, answer.context);
    if (isProtected !== (kind === "protected")) return null;
    const expected =
      kind === "protected" ? "a history in which they stand" : "a history in which every result follows its call";
    return { at: AT, expected, came: `${error.message}\n${shown(answer.value)}`, cause: error };
  };
}

function unknownEntry({ removes, replacement = [] }: SummariseResult, context: SummariseContext): string | null {
  const history = new Set<string>(context.state.history.map(({ id }) => id));
  const stranger = removes?.find((id) => !history.has(id));
  if (stranger !== undefined) return `it removes ${stranger}, which is not there`;
  const going = new Set<string>(removes ?? context.removed.map(({ id }) => id));
  const staying = replacement.find(({ replaces }) => replaces !== undefined && !going.has(replaces));
  return staying === undefined ? null : `it replaces ${staying.replaces}, which it does not remove`;
}

function removesProtected(result: SummariseResult, context: SummariseContext): boolean {
  const { history } = context.state;
  const division = new Exchanges(new Pairs());
  const newest = division.of(history).at(-1)?.entries ?? [];
  const open = new Set(new Pairs().open(history).map(({ entry }) => entry.id));
  const going = goingOf(result, context);
  const replaced = new Set((result.replacement ?? []).map(({ replaces }) => replaces));
  const request = division.lastRequest(history);
  return (
    (request !== null && going.has(request.id)) ||
    context.pinned.some((id) => going.has(id)) ||
    [...open].some((id) => going.has(id)) ||
    newest.some(({ id, item }) => going.has(id) && !(item.kind === "tool_result" && replaced.has(id)))
  );
}
