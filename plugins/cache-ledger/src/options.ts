import type { JsonObject } from "@varve/kernel";
import type { CacheLedgerOptions } from "./ledger.ts";
import type { Price, PriceTable, Rates } from "./prices/price.ts";
import { PRICES } from "./prices/table.ts";
import { RULE_NAMES, type RuleName } from "./rules/cache-rule.ts";
import type { RuleOverride } from "./rules/rule-for.ts";

/** US dollars per million tokens. */
export interface RateOptions {
  readonly input: number;
  readonly cached_input: number;
  /** Absent: as `input`. */
  readonly cache_write?: number;
  /** Kept for the longer of the provider's lifetimes. Absent: as `cache_write`. */
  readonly long_cache_write?: number;
  readonly output: number;
}

export interface PriceOptions extends RateOptions {
  /** What requests with more input cost, all of their tokens. */
  readonly long_context?: RateOptions & { readonly above_tokens: number };
  /** The day up to which the price is known to have held, YYYY-MM-DD. */
  readonly as_of?: string;
  readonly source?: string;
}

export interface RuleOptions {
  readonly rule?: RuleName;
  readonly minimum_tokens?: number;
  readonly step_tokens?: number;
  readonly ttl_minutes?: number;
}

/** What a configuration can say to the plugin. */
export interface CacheLedgerPluginOptions {
  /** A file that every entry is appended to, as a line of JSON; its folder is made. Absent: nothing is written. */
  readonly path?: string;
  /** By model. */
  readonly prices?: Readonly<Record<string, PriceOptions>>;
  /** By provider. */
  readonly rules?: Readonly<Record<string, RuleOptions>>;
  readonly most_tasks?: number;
  readonly most_lines?: number;
}

const RATE = { type: "number", minimum: 0 } as const;

const RATES = {
  input: RATE,
  cached_input: RATE,
  cache_write: RATE,
  long_cache_write: RATE,
  output: RATE,
} as const;

const NEEDED = ["input", "cached_input", "output"] as const;

export const optionsSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    path: { type: "string", minLength: 1 },
    prices: {
      type: "object",
      additionalProperties: {
        type: "object",
        additionalProperties: false,
        required: NEEDED,
        properties: {
          ...RATES,
          long_context: {
            type: "object",
            additionalProperties: false,
            required: [...NEEDED, "above_tokens"],
            properties: { ...RATES, above_tokens: { type: "integer", minimum: 0 } },
          },
          as_of: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
          source: { type: "string", minLength: 1 },
        },
      },
    },
    rules: {
      type: "object",
      additionalProperties: {
        type: "object",
        additionalProperties: false,
        properties: {
          rule: { enum: RULE_NAMES },
          minimum_tokens: { type: "integer", minimum: 0 },
          step_tokens: { type: "integer", minimum: 1 },
          ttl_minutes: { type: "number", exclusiveMinimum: 0 },
        },
      },
    },
    most_tasks: { type: "integer", minimum: 1 },
    most_lines: { type: "integer", minimum: 1 },
  },
} as const satisfies JsonObject;

/** The built-in prices with those that a configuration adds, or puts in their place. */
export function priceTable(prices: CacheLedgerPluginOptions["prices"] = {}): PriceTable {
  return { ...PRICES, ...Object.fromEntries(Object.entries(prices).map(([model, each]) => [model, priceOf(each)])) };
}

/** What the options say, as the ledger takes it. */
export function ledgerOptions(options: CacheLedgerPluginOptions): CacheLedgerOptions {
  const { prices, rules = {}, most_tasks: mostTasks, most_lines: mostLines } = options;
  return {
    prices: priceTable(prices),
    rules: Object.fromEntries(Object.entries(rules).map(([provider, each]) => [provider, overrideOf(each)])),
    ...(mostTasks === undefined ? {} : { mostTasks }),
    ...(mostLines === undefined ? {} : { mostLines }),
  };
}

function priceOf({ long_context: long, as_of: asOf = "", source = "options", ...rates }: PriceOptions): Price {
  const price = { ...ratesOf(rates), asOf, source };
  return long === undefined ? price : { ...price, long: { aboveTokens: long.above_tokens, ...ratesOf(long) } };
}

function ratesOf(options: RateOptions): Rates {
  const { input, cached_input: cached, cache_write: cacheWrite = input, long_cache_write: longCacheWrite } = options;
  const { output } = options;
  return { input, cached, cacheWrite, output, ...(longCacheWrite === undefined ? {} : { longCacheWrite }) };
}

function overrideOf({ rule, minimum_tokens: minimum, step_tokens: step, ttl_minutes: ttl }: RuleOptions): RuleOverride {
  return {
    ...(rule === undefined ? {} : { rule }),
    ...(minimum === undefined ? {} : { minimumTokens: minimum }),
    ...(step === undefined ? {} : { stepTokens: step }),
    ...(ttl === undefined ? {} : { lifetimeMs: ttl * 60_000 }),
  };
}
