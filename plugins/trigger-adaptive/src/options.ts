import type { JsonObject } from "@varve/kernel";

export interface AdaptiveOptions {
  /** What a cached token costs, a share of a fresh one. Absent: 0.1. */
  readonly cached_price?: number;
  /** What a token costs that is written to the cache. Absent: 1.25. */
  readonly write_price?: number;
  /** What a token of output costs. Absent: 5. */
  readonly output_price?: number;
  /** How long a summary is, tokens. Absent: 1,500. */
  readonly summary_tokens?: number;
  /** How long a provider keeps what is not used, minutes. Absent: 5. */
  readonly cache_minutes?: number;
  /** How many more turns the task is taken to have. Absent: as many as it has had, from 5 to 50. */
  readonly expected_turns?: number;
}

const positive = { type: "number", exclusiveMinimum: 0 } as const;

export const optionsSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    cached_price: { type: "number", minimum: 0, maximum: 1 },
    write_price: positive,
    output_price: positive,
    summary_tokens: { type: "integer", minimum: 0 },
    cache_minutes: positive,
    expected_turns: { type: "integer", minimum: 1 },
  },
} as const satisfies JsonObject;
