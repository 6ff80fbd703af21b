import type { SummariseContext, SummariseResult } from "@varve/kernel";
import type { SummariseOptions } from "./options.ts";
import { extended } from "./outline.ts";
import { type CountTokens, outlineText, readOutline } from "./outline-text.ts";

/** An outline of what goes; `undefined`, so that the next executor is asked, where it would not be worth it. */
export async function summarise(
  context: SummariseContext,
  { smallest_tokens = 1_000, most_tokens }: SummariseOptions,
  count: CountTokens,
): Promise<SummariseResult | undefined> {
  const { removed, window, previousSummary, limits } = context;
  const ids = new Set<string | undefined>(removed.map(({ id }) => id));
  const goingTokens = window.input.reduce((sum, { entry, tokens }) => (ids.has(entry) ? sum + tokens : sum), 0);
  if (goingTokens < smallest_tokens) return undefined;

  const outline = extended(readOutline(previousSummary), context);
  const summary = await outlineText(outline, most_tokens ?? Math.floor(limits.targetTokens / 2), count);
  const savedTokens = goingTokens + (await count(previousSummary ?? "")) - (await count(summary));
  if (savedTokens < goingTokens / 4) return undefined;
  return { summary, reason: `an outline of ${outline.size} requests saves ${savedTokens} tokens` };
}
