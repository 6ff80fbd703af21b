import type { EntryId, SummariseContext, SummariseResult } from "@varve/kernel";

/**
 * Of less than this, a summary need not be shorter than what it is of, nor hold much: its own frame costs as much. Tokens,
 * as the kernel counts them.
 */
export const WORTH_SUMMARISING_TOKENS = 400;

/** The entries that a result removes. */
export function goingOf({ removes }: SummariseResult, { removed }: SummariseContext): ReadonlySet<EntryId> {
  return new Set(removes ?? removed.map(({ id }) => id));
}

/** Tokens of what a result removes. */
export function goingTokens(result: SummariseResult, context: SummariseContext): number {
  const going = goingOf(result, context);
  return context.window.input.reduce(
    (sum, { entry, tokens }) => (entry !== undefined && going.has(entry) ? sum + tokens : sum),
    0,
  );
}
