import { addedCost, type InputCost } from "../input-cost.ts";
import type { Measurement } from "./measure.ts";
import { addedShare, addedSurvival, type Share, type Survived } from "./survival.ts";

/** What a strategy made of all sessions. */
export interface Compared {
  readonly strategy: string;
  readonly sessions: number;
  readonly calls: number;
  readonly compactions: number;
  readonly sentTokens: number;
  readonly cachedTokens: number;
  readonly largestWindowTokens: number;
  readonly meanTokensAfter: number | null;
  readonly inputCost: InputCost | null;
  readonly elapsedMs: number;
  readonly survived: Survived;
  /** Sessions in which it went no further, each with why. */
  readonly failures: readonly { readonly file: string; readonly reason: string }[];
}

/** The strategies in the order in which they were measured, each with its sessions as one. */
export function compared(measurements: readonly Measurement[]): readonly Compared[] {
  return [...Map.groupBy(measurements, ({ strategy }) => strategy)].map(([strategy, own]) => summed(strategy, own));
}

function summed(strategy: string, own: readonly Measurement[]): Compared {
  const sum = (of: (each: Measurement) => number): number => own.reduce((total, each) => total + of(each), 0);
  const after = own.flatMap(({ meanTokensAfter, compactions }) =>
    meanTokensAfter === null ? [] : [{ tokens: meanTokensAfter, compactions }],
  );
  const weight = after.reduce((total, { compactions }) => total + compactions, 0);
  const weighted = after.reduce((total, { tokens, compactions }) => total + tokens * compactions, 0);
  const [first, ...others] = own;
  return {
    strategy,
    sessions: own.length,
    calls: sum(({ calls }) => calls),
    compactions: sum(({ compactions }) => compactions),
    sentTokens: sum(({ sentTokens }) => sentTokens),
    cachedTokens: sum(({ cachedTokens }) => cachedTokens),
    largestWindowTokens: Math.max(0, ...own.map(({ largestWindowTokens }) => largestWindowTokens)),
    meanTokensAfter: weight === 0 ? null : Math.round(weighted / weight),
    inputCost: others.reduce((total, { inputCost }) => addedCost(total, inputCost), first?.inputCost ?? null),
    elapsedMs: sum(({ elapsedMs }) => elapsedMs),
    survived: own.map(({ survived }) => survived).reduce(addedSurvival),
    failures: own.flatMap(({ file, failure }) => (failure === null ? [] : [{ file, reason: failure }])),
  };
}

/** What has to be found exactly: paths, identifiers and numbers together. */
export function exactShare({ kinds: { path, identifier, number } }: Survived): Share {
  return [identifier, number].reduce(addedShare, path);
}

/** What was said: errors, requests and decisions together. */
export function saidShare({ kinds: { error, request, decision } }: Survived): Share {
  return [request, decision].reduce(addedShare, error);
}
