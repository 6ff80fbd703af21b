import type { SummariseContext, SummariseResult } from "@varve/kernel";
import { budgetOf } from "./budget.ts";
import { compose } from "./compose.ts";
import { fit } from "./fit.ts";
import { header, print, TERSE_BELOW } from "./layout.ts";
import { gather } from "./material.ts";

/** What a summary needs beside its context. */
export interface Means {
  /** The most tokens that it may have, where that was set. */
  readonly mostTokens: number | undefined;
  /** Counts the tokens of a text. */
  readonly count: (text: string) => Promise<number>;
}

/** One way of writing numbers, whatever the machine's locale. */
const NUMBERS = new Intl.NumberFormat("en-US");

/**
 * Extracts a summary of what is removed and of the summary before it. The same input gives the same bytes.
 * @throws the reason of the context's signal, when it aborts
 */
export async function summarise(context: SummariseContext, { mostTokens, count }: Means): Promise<SummariseResult> {
  context.signal.throwIfAborted();
  const previousTokens = context.previousSummary === null ? 0 : await count(context.previousSummary);
  const budget = budgetOf(context, previousTokens, mostTokens);
  const material = await gather(context);
  const made = await fit(
    budget,
    (room) => print(compose(material, room), room < TERSE_BELOW ? "terse" : "full"),
    count,
  );
  context.signal.throwIfAborted();
  // Nothing fits. What was kept before is worth more than what little goes now; without that, what was removed can still be
  // said, and the kernel decides whether it is progress.
  const kept = previousTokens > 0 && previousTokens <= budget ? context.previousSummary?.toWellFormed() : undefined;
  const { text, tokens } = made ?? { text: kept ?? header(material.inventory, "terse"), tokens: null };
  const size = tokens === null ? "" : `: ${NUMBERS.format(tokens)} of at most ${NUMBERS.format(budget)} tokens`;
  return { summary: text, reason: `extracted from ${context.removed.length} entries${size}` };
}
