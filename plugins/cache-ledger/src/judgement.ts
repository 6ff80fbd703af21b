import { type Comparison, compare } from "./difference.ts";
import type { Purpose } from "./ledger-call.ts";
import { measured, predict, touchFound } from "./prediction.ts";
import { type Losses, lossesOf, type MissReason, ROUNDING, reasonFor } from "./reason.ts";
import { type ProviderCache, type Sent, served } from "./rules/cache-rule.ts";
import type { ChosenRule } from "./rules/rule-for.ts";
import { tokensUpTo } from "./trail.ts";

/** What is to be judged of one request. */
export interface Case {
  readonly sent: Sent;
  readonly purpose: Purpose;
  /** The request that it is compared with; `null` for none. */
  readonly compared: Sent | null;
  readonly chosen: ChosenRule;
  /** What the task's earlier requests left with the provider. */
  readonly cache: ProviderCache;
  /** Its input, and what of it was cached, as the provider reported them; `null` where it did not. */
  readonly reported: { readonly inputTokens: number; readonly cachedTokens: number } | null;
  /** Compactions since the request that it is compared with, and the sections that they left out. */
  readonly compactions: readonly string[];
  readonly folded: ReadonlySet<string>;
}

/** What should have been cached of a request, what was, and why not more. */
export interface Judgement {
  readonly comparison: Comparison | null;
  readonly predicted: { readonly counted: number; readonly tokens: number };
  readonly possible: number;
  readonly lost: Losses;
  readonly partsAt: string | null;
  readonly reason: MissReason | null;
}

export function judge(given: Case): Judgement {
  const { sent, compared, chosen, cache, reported } = given;
  const { terms } = chosen;
  const comparison = compared === null ? null : compare(compared.trail, sent.trail);
  const counted = countedOf(sent);
  const [measure, most] =
    reported === null ? (["counted", counted] as const) : (["provider", reported.inputTokens] as const);

  const candidates = cache.candidates(sent);
  const inCounted = predict(candidates, sent, { terms, measure: "counted", most: counted });
  const predicted = predict(candidates, sent, { terms, measure, most });
  touchFound(candidates, sent);

  const asked = compared === null ? 0 : measured(cache.kept(compared), compared.scale, sent, measure);
  const kept = served(asked, terms);
  const mostKept = served(Math.min(asked, most), terms);
  // What an auxiliary request adds behind what it repeats is its own: nobody could have cached it.
  const isOwn = given.purpose !== "turn" && comparison !== null && addsOnly(comparison);
  const possible = isOwn ? Math.min(mostKept, predicted.content) : mostKept;
  const found = reported?.cachedTokens ?? null;
  const lost = lossesOf({ possible, ...predicted, found });

  const reason = (): MissReason | null => {
    if (comparison === null) return { kind: "first_call" };
    if (asked > 0 && kept === 0) return { kind: "below_minimum", minimumTokens: terms.minimumTokens };
    const { alive, isMeasured } = predicted;
    const { stepTokens, lifetimeMs } = terms;
    const { compactions, folded } = given;
    return reasonFor({ lost, comparison, stepTokens, predicted: alive, isMeasured, lifetimeMs, compactions, folded });
  };
  return {
    comparison,
    predicted: { counted: inCounted.alive, tokens: predicted.alive },
    possible,
    lost,
    partsAt: found === null ? null : partsAt(sent, predicted.alive, found, Math.max(ROUNDING, terms.stepTokens)),
    reason: reason(),
  };
}

function countedOf({ trail }: Sent): number {
  return tokensUpTo(trail, trail.marks.length);
}

/** Whether an auxiliary request repeats what was sent up to somewhere in the history, and adds what is its own. */
function addsOnly({ isSameModel, headParameters, inputParameters, of, difference }: Comparison): boolean {
  if (!isSameModel || headParameters.length + inputParameters.length > 0) return false;
  return of === null || (!of.isLeading && (of.isEntry || difference?.change === "added" || of.stability === "turn"));
}

/** The segment in which the shorter of prediction and report ends; `null` where they agree but for rounding. */
function partsAt({ trail, scale }: Sent, predicted: number, found: number, rounding: number): string | null {
  if (Math.abs(predicted - found) <= rounding) return null;
  const tokens = Math.min(predicted, found) / (scale ?? 1);
  let [before, after] = [0, trail.marks.length];
  while (before < after) {
    const middle = Math.floor((before + after) / 2);
    if (tokensUpTo(trail, middle + 1) <= tokens) before = middle + 1;
    else after = middle;
  }
  return trail.marks[before]?.piece.segment.label ?? null;
}
