import type { JsonObject } from "@varve/kernel";
import { DEFAULTS } from "./config-defaults.ts";
import { date, line, path } from "./value-schemas.ts";

const rate = { type: "number", minimum: 0 } as const;

const rates = {
  input: { ...rate, description: "Input that is read and not cached, US dollars per million tokens." },
  cached_input: { ...rate, description: "Input that was read from the cache." },
  cache_write: { ...rate, description: "Input that was written to the cache. Left out: as input." },
  long_cache_write: {
    ...rate,
    description: "The same, kept for the longer of the provider's lifetimes. Left out: as cache_write.",
  },
  output: { ...rate, description: "Output, reasoning included." },
} as const;

const needed = ["input", "cached_input", "output"] as const;

/** `[ledger]`. */
export const LEDGER_SCHEMA = {
  description: "What every call used, what of it was cached and what it cost, written down. Left out: nothing is.",
  type: "object",
  additionalProperties: false,
  properties: {
    path: {
      ...path,
      default: DEFAULTS.ledgerPath,
      description: "The file that a line of JSON is appended to for each call. It holds no text of a conversation.",
    },
    prices: {
      description: "What models cost, each under its name, in place of what is known of them.",
      type: "object",
      additionalProperties: {
        description: "What one model costs, in US dollars per million tokens.",
        type: "object",
        additionalProperties: false,
        required: needed,
        properties: {
          ...rates,
          long_context: {
            description: "What requests with more input cost, all of their tokens.",
            type: "object",
            additionalProperties: false,
            required: [...needed, "above_tokens"],
            properties: {
              ...rates,
              above_tokens: {
                type: "integer",
                minimum: 0,
                description: "How much input makes a request a long one, tokens.",
              },
            },
          },
          as_of: { ...date, description: "The day up to which the price is known to have held." },
          source: { ...line, description: "Where the price was read." },
        },
      },
    },
  },
} as const satisfies JsonObject;
