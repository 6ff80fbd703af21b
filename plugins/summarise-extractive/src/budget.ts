import type { SummariseContext } from "@varve/kernel";
import { cost } from "./cost.ts";

/**
 * The most tokens that a summary may have.
 *
 * It is a quarter of the compaction's target, and as much again for what is carried forward from the previous summary,
 * unless an option sets it. Whatever is set, it never passes the previous summary and half of what is removed: so that
 * the window shrinks by at least the other half.
 *
 * @param previousTokens tokens of the previous summary
 * @param mostTokens the option `max_tokens`
 */
export function budgetOf(context: SummariseContext, previousTokens: number, mostTokens: number | undefined): number {
  const quarter = Math.floor(context.limits.targetTokens / 4);
  const wished = mostTokens ?? quarter + Math.min(quarter, previousTokens);
  const folded = context.folded.reduce((sum, { text }) => sum + cost(text), 0);
  return Math.min(wished, previousTokens + Math.floor((removedTokens(context) + folded) / 2));
}

/** What the kernel counted for the entries that go; an entry that is not in the window is estimated. */
function removedTokens({ removed, window }: SummariseContext): number {
  const counted = new Map(
    window.input.flatMap(({ entry, tokens }) => (entry === undefined ? [] : [[entry, tokens] as const])),
  );
  return removed.reduce((sum, { id, item }) => sum + (counted.get(id) ?? cost(JSON.stringify(item))), 0);
}
