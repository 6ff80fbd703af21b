import type { InputItem, SummariseContext, SummariseResult } from "@varve/kernel";
import { type Candidate, candidates } from "./candidates.ts";
import type { ClearOptions } from "./options.ts";

/** Tokens of an item as the kernel counts them. */
export type Count = (item: InputItem) => Promise<number>;

/**
 * Masks old results until the window is down to the target. Passes on where that would not free enough: then a summary has to, and
 * the next executor is asked.
 */
export async function clear(
  context: SummariseContext,
  options: ClearOptions,
  count: Count,
): Promise<SummariseResult | undefined> {
  // What is folded has to be told in a summary, and this writes none.
  if (context.folded.length > 0) return undefined;
  const { window, limits, reason } = context;
  const scale = window.tokens / Math.max(1, window.estimate.tokens);
  const wanted = window.tokens - limits.targetTokens * scale;

  const masked: Candidate[] = [];
  let freed = 0;
  for (const candidate of candidates(context, options)) {
    if (freed >= wanted && masked.length > 0) break;
    const gain = candidate.tokens - (await count(candidate.item));
    if (gain <= 0) continue;
    masked.push(candidate);
    freed += gain;
  }
  const isUnder = reason !== "budget" || window.tokens - freed <= limits.triggerTokens * scale;
  const least = (options.least_freed ?? 0.2) * limits.triggerTokens * scale;
  if (masked.length === 0 || !isUnder || freed < least) return undefined;
  return {
    removes: masked.map(({ entry }) => entry.id),
    replacement: masked.map(({ entry, item }) => ({ item, replaces: entry.id })),
    reason: `masked ${masked.length} old results and arguments, ${Math.round(freed)} tokens less`,
  };
}
