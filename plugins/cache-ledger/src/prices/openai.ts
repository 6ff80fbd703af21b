import type { Price, PriceTable, Rates } from "./price.ts";

const MODELS = "https://developers.openai.com/api/docs/models";

/** More input than this makes a request a long one. */
const LONG = 272_000;

interface Figures {
  readonly input: number;
  readonly cached: number;
  readonly cacheWrite?: number;
  readonly longCacheWrite?: number;
  readonly output: number;
}

function rates({ input, cached, cacheWrite = input, longCacheWrite, output }: Figures): Rates {
  return { input, cached, cacheWrite, output, ...(longCacheWrite === undefined ? {} : { longCacheWrite }) };
}

function price(model: string, asOf: string, figures: Figures): Price {
  return { ...rates(figures), asOf, source: `${MODELS}/${model}` };
}

/** Above 272,000 tokens, input and cache cost twice as much and output one and a half times, for the whole request. */
function tiered(model: string, asOf: string, figures: Figures): Price {
  const { input, cached, cacheWrite = input, longCacheWrite, output } = figures;
  const long = rates({
    input: input * 2,
    cached: cached * 2,
    cacheWrite: cacheWrite * 2,
    output: output * 1.5,
    ...(longCacheWrite === undefined ? {} : { longCacheWrite: longCacheWrite * 2 }),
  });
  return { ...price(model, asOf, figures), long: { aboveTokens: LONG, ...long } };
}

const SOL = { input: 2, cacheWrite: 2.5, output: 10 } as const;

/**
 * As the model pages and the pricing page https://developers.openai.com/api/docs/pricing state them: standard processing; fast,
 * flex, batch and regional processing cost other amounts. What was not confirmed from either is not here.
 */
export const OPENAI_PRICES: PriceTable = {
  "gpt-6.2-sol": tiered("gpt-6.2-sol", "2026-11-17", { ...SOL, cached: 0.1, longCacheWrite: 5 }),
  "gpt-6.1-sol": tiered("gpt-6.1-sol", "2026-10-13", { ...SOL, cached: 0.1 }),
  "gpt-6.1-terra": tiered("gpt-6.1-terra", "2026-10-27", {
    input: 1,
    cached: 0.05,
    cacheWrite: 1.25,
    longCacheWrite: 2.5,
    output: 5,
  }),
  "gpt-6-sol": tiered("gpt-6-sol", "2026-10-13", { ...SOL, cached: 0.2 }),
  "gpt-6-luna": tiered("gpt-6-luna", "2026-09-22", { input: 0.1, cached: 0.01, cacheWrite: 0.125, output: 0.5 }),
  "gpt-6-astra": tiered("gpt-6-astra", "2026-09-13", { input: 10, cached: 1, cacheWrite: 12.5, output: 50 }),
  ...aliased(["gpt-5.6", "gpt-5.6-sol"], {
    ...tiered("gpt-5.6-sol", "2026-09-18", { input: 4, cached: 0.4, cacheWrite: 5, output: 20 }),
    note: "A promotion that holds until 2026-11-21 at least; what comes after it was not published when this was read.",
  }),
  "gpt-5.6-terra": tiered("gpt-5.6-terra", "2026-09-01", { input: 2, cached: 0.2, cacheWrite: 2.5, output: 12 }),
  "gpt-5.6-luna": tiered("gpt-5.6-luna", "2026-09-01", { input: 0.2, cached: 0.02, cacheWrite: 0.25, output: 1.2 }),
  "gpt-5.5": tiered("gpt-5.5", "2026-09-01", { input: 5, cached: 0.5, output: 30 }),
  "gpt-5.4": tiered("gpt-5.4", "2026-09-01", { input: 2.5, cached: 0.25, output: 15 }),
  "gpt-5.4-mini": price("gpt-5.4-mini", "2026-09-01", { input: 0.75, cached: 0.075, output: 4.5 }),
  "gpt-5.4-nano": price("gpt-5.4-nano", "2026-09-01", { input: 0.2, cached: 0.02, output: 1.25 }),
  "gpt-5.2": price("gpt-5.2", "2026-04-11", { input: 1.75, cached: 0.175, output: 14 }),
  "gpt-5.1": price("gpt-5.1", "2026-04-11", { input: 1.25, cached: 0.125, output: 10 }),
  "gpt-5": price("gpt-5", "2026-09-23", { input: 1.25, cached: 0.125, output: 10 }),
  "gpt-5-mini": price("gpt-5-mini", "2026-09-01", { input: 0.25, cached: 0.025, output: 2 }),
  "gpt-5-nano": price("gpt-5-nano", "2026-09-22", { input: 0.05, cached: 0.005, output: 0.4 }),
  "gpt-4.1": price("gpt-4.1", "2026-09-23", { input: 2, cached: 0.5, output: 8 }),
  "gpt-4.1-mini": price("gpt-4.1-mini", "2026-09-01", { input: 0.4, cached: 0.1, output: 1.6 }),
  "gpt-4.1-nano": price("gpt-4.1-nano", "2026-09-01", { input: 0.1, cached: 0.025, output: 0.4 }),
  "gpt-4o": price("gpt-4o", "2026-09-23", { input: 2.5, cached: 1.25, output: 10 }),
  "gpt-4o-mini": price("gpt-4o-mini", "2026-09-01", { input: 0.15, cached: 0.075, output: 0.6 }),
  o3: price("o3", "2025-09-21", { input: 2, cached: 0.5, output: 8 }),
  "o4-mini": price("o4-mini", "2026-04-11", { input: 1.1, cached: 0.275, output: 4.4 }),
};

function aliased(names: readonly string[], of: Price): PriceTable {
  return Object.fromEntries(names.map((name) => [name, of]));
}
