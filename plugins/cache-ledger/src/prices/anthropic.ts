import type { Price, PriceTable } from "./price.ts";

const SOURCE = "https://platform.claude.com/docs/en/about-claude/pricing";

/** Five minutes in the cache cost 1.25 times the input, an hour twice. */
function price(asOf: string, input: number, cached: number, output: number): Price {
  return { input, cached, cacheWrite: input * 1.25, longCacheWrite: input * 2, output, asOf, source: SOURCE };
}

/**
 * As the pricing page states them: standard processing; fast mode, batches and regional inference cost other amounts. What was
 * not confirmed from it is not here.
 */
export const ANTHROPIC_PRICES: PriceTable = {
  "claude-fable-5-1": price("2026-10-24", 10, 0.25, 50),
  "claude-mythos-5-1": price("2026-10-24", 10, 0.25, 50),
  "claude-fable-5": price("2026-10-24", 10, 1, 50),
  "claude-mythos-5": price("2026-10-24", 10, 1, 50),
  "claude-opus-5-5": price("2026-10-24", 4, 0.2, 20),
  "claude-opus-5": price("2026-10-24", 5, 0.5, 25),
  "claude-opus-4-8": price("2026-10-24", 5, 0.5, 25),
  "claude-opus-4-7": price("2026-10-24", 5, 0.5, 25),
  "claude-opus-4-6": price("2026-10-24", 5, 0.5, 25),
  "claude-opus-4-5": price("2026-10-24", 5, 0.5, 25),
  "claude-opus-4-1": price("2026-10-24", 15, 1.5, 75),
  "claude-opus-4": price("2026-10-24", 15, 1.5, 75),
  "claude-sonnet-5-5": price("2026-10-24", 2, 0.1, 10),
  "claude-sonnet-5": price("2026-10-24", 2, 0.2, 10),
  "claude-sonnet-4-6": price("2026-10-24", 3, 0.3, 15),
  "claude-sonnet-4-5": price("2026-10-24", 3, 0.3, 15),
  "claude-sonnet-4": price("2026-10-24", 3, 0.3, 15),
  "claude-haiku-5-5": {
    ...price("2026-10-24", 0.1, 0.01, 0.5),
    long: { aboveTokens: 100_000, input: 0.5, cached: 0.05, cacheWrite: 0.625, longCacheWrite: 1, output: 2.5 },
  },
  "claude-haiku-4-5": price("2026-10-24", 1, 0.1, 5),
};
