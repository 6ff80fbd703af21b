import { type Candidate, type Sent, served, type Terms } from "./rules/cache-rule.ts";

/** What a cache should serve of a request, tokens, in one measure; each figure at most the one before it. */
export interface Prediction {
  /** If everything that was written were still there and within reach. */
  readonly content: number;
  /** Of that, what the request gets at. */
  readonly reach: number;
  /** Of that, what is still alive: the prediction. */
  readonly alive: number;
  /** Whether the last figure is what the provider measured, and not a share of it. */
  readonly isMeasured: boolean;
}

/** In counted tokens, or in the provider's, where it reported any for the request. */
export type Measure = "counted" | "provider";

/** Tokens in a measure. What was written is measured as the request that wrote it was. */
export function measured(tokens: number, scale: number | null, sent: Sent, measure: Measure): number {
  return measure === "counted" ? tokens : Math.round(tokens * (scale ?? sent.scale ?? 1));
}

/** What a request should find. It cannot find more than it has. */
export function predict(
  candidates: readonly Candidate[],
  sent: Sent,
  { terms, measure, most }: { readonly terms: Terms; readonly measure: Measure; readonly most: number },
): Prediction {
  const tokensOf = ({ tokens, scale }: Candidate): number =>
    served(Math.min(most, measured(tokens, scale, sent, measure)), terms);
  const best = (among: readonly Candidate[]): number => Math.max(0, ...among.map(tokensOf));
  const reached = candidates.filter(({ isInReach }) => isInReach);
  const living = reached.filter((candidate) => isAlive(candidate, sent.atMs));
  const alive = best(living);
  return {
    content: best(candidates),
    reach: best(reached),
    alive,
    isMeasured: living.some((each) => tokensOf(each) === alive && each.isWhole && each.scale !== null),
  };
}

/** Without a clock, nothing ages. */
function isAlive({ usedMs, lifetimeMs }: Candidate, nowMs: number | null): boolean {
  return nowMs === null || usedMs === null || nowMs - usedMs <= lifetimeMs;
}

/** Notes that what a request finds was used again. */
export function touchFound(candidates: readonly Candidate[], sent: Sent): void {
  const living = candidates.filter((each) => each.isInReach && isAlive(each, sent.atMs));
  const longest = living.reduce<Candidate | null>(
    (best, each) => (best === null || each.tokens > best.tokens ? each : best),
    null,
  );
  longest?.touch(sent.atMs);
}
