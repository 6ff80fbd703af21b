import type { Usage } from "@varve/kernel";
import { modelFamily } from "../model-family.ts";

/** US dollars per million tokens. */
export interface Rates {
  readonly input: number;
  /** Input that was read from the cache. */
  readonly cached: number;
  /** Input that was written to the cache; the same as {@link input} where writing costs nothing. */
  readonly cacheWrite: number;
  /** The same, kept for the longer of the provider's lifetimes. Absent: as {@link cacheWrite}. */
  readonly longCacheWrite?: number;
  /** Output, reasoning included. */
  readonly output: number;
}

/** What a model costs, standard processing. */
export interface Price extends Rates {
  /** For requests with more input than `aboveTokens`, cached and written tokens included: for all of their tokens. */
  readonly long?: Rates & { readonly aboveTokens: number };
  /** The day up to which the price is known to have held, as YYYY-MM-DD. */
  readonly asOf: string;
  /** The page that it was read from. */
  readonly source: string;
  /** What else is to be known of it. */
  readonly note?: string;
}

export type PriceTable = Readonly<Record<string, Price>>;

/** What a call cost, US dollars: each token at one rate, once. */
export interface Cost {
  readonly usd: number;
  readonly input: number;
  readonly cached: number;
  readonly cacheWrite: number;
  readonly output: number;
}

/** A model's price; a dated snapshot has that of its model. `null` where none is known. */
export function priceOf(model: string | null, table: PriceTable): Price | null {
  if (model === null) return null;
  for (const name of [model, modelFamily(model)]) {
    if (Object.hasOwn(table, name)) return table[name] ?? null;
  }
  return null;
}

/** The rates for a request of a size. */
export function ratesFor(price: Price, inputTokens: number): Rates {
  return price.long !== undefined && inputTokens > price.long.aboveTokens ? price.long : price;
}

const MILLION = 1_000_000;

/**
 * What a usage costs. Cached and written tokens are part of the input, reasoning tokens part of the output; none is paid twice.
 *
 * @param lifetime `long` where what was written is kept for the longer of the provider's lifetimes
 */
export function costOf(usage: Usage, price: Price, lifetime: "short" | "long" = "short"): Cost {
  const rates = ratesFor(price, usage.inputTokens);
  const write = lifetime === "long" ? (rates.longCacheWrite ?? rates.cacheWrite) : rates.cacheWrite;
  const { fresh, cached, written } = inputParts(usage);
  const input = (fresh * rates.input) / MILLION;
  const read = (cached * rates.cached) / MILLION;
  const cacheWrite = (written * write) / MILLION;
  const output = (usage.outputTokens * rates.output) / MILLION;
  return { usd: input + read + cacheWrite + output, input, cached: read, cacheWrite, output };
}

/** The input divided: what was read, what was written, and what was neither. Together they are the input. */
export function inputParts({ inputTokens, cachedTokens, cacheWriteTokens }: Usage): {
  readonly fresh: number;
  readonly cached: number;
  readonly written: number;
} {
  const cached = Math.min(inputTokens, cachedTokens);
  const written = Math.min(inputTokens - cached, cacheWriteTokens);
  return { fresh: inputTokens - cached - written, cached, written };
}
