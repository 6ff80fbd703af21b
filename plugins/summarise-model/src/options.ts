import type { JsonObject } from "@varve/kernel";

export interface SummariseModelOptions {
  /** The most that one answer may have, reasoning included, tokens. Absent: the room that the model's plugin keeps for answers. */
  readonly max_output_tokens?: number;
  /** What a summary must hold besides what is always asked for. */
  readonly instruction?: string;
}

export const optionsSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    max_output_tokens: { type: "integer", minimum: 64 },
    instruction: { type: "string", minLength: 1 },
  },
} as const satisfies JsonObject;
