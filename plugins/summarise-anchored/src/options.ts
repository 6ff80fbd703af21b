import type { JsonObject } from "@varve/kernel";

export interface AnchoredOptions {
  /** Where facts come from: `extracted` by patterns, without a model, or `asked` of the model. Absent: `extracted`. */
  readonly facts?: "extracted" | "asked";
  /** The most that the whole summary may have, tokens. Absent: two fifths of the compaction's target. */
  readonly max_tokens?: number;
}

export const optionsSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    facts: { enum: ["extracted", "asked"] },
    max_tokens: { type: "integer", minimum: 100 },
  },
} as const satisfies JsonObject;
