import type { JsonObject } from "@varve/kernel";

/** Which entries are pinned. Each rule adds to the others. */
export interface PinOptions {
  /** The first message of the user. */
  readonly first_request?: boolean;
  /** Regular expressions (RE2, so that none can run away): entries whose text one of them matches. */
  readonly matching?: readonly string[];
  /** The newest failing result of each call that has not succeeded since with the same arguments. */
  readonly unresolved_errors?: boolean;
  /** The newest exchanges: a message, or an answer with its calls and results. */
  readonly last_exchanges?: number;
  /** Whatever the rules say, no more than this is pinned, tokens; the newest first. Absent: half of the compaction's target. */
  readonly most_tokens?: number;
}

export const optionsSchema = {
  type: "object",
  additionalProperties: false,
  minProperties: 1,
  properties: {
    first_request: { type: "boolean" },
    matching: { type: "array", minItems: 1, items: { type: "string", minLength: 1 } },
    unresolved_errors: { type: "boolean" },
    last_exchanges: { type: "integer", minimum: 1 },
    most_tokens: { type: "integer", minimum: 1 },
  },
} as const satisfies JsonObject;
