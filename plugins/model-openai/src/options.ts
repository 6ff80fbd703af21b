import type { JsonObject } from "@varve/kernel";

const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
const SUMMARIES = ["auto", "concise", "detailed"] as const;

/** What `[model]` of a configuration says. */
export interface OpenAiOptions {
  /** The model's name, as the provider spells it. */
  readonly name: string;
  /** The whole context window, input and output together, tokens. Absent: what is known of the model. */
  readonly context_window_tokens?: number;
  /**
   * The most that an answer may have, reasoning included, tokens: that much room is kept, and that much is asked for.
   * Absent: room for what the model can give at most, and no limit in the request.
   */
  readonly max_output_tokens?: number;
  /** Absent: the model's own default. */
  readonly reasoning_effort?: (typeof EFFORTS)[number];
  /** Asks for readable summaries of the reasoning. Absent: none. */
  readonly reasoning_summary?: (typeof SUMMARIES)[number];
  /** Whether the model may call several tools at once. Absent: the provider's own default. */
  readonly parallel_tool_calls?: boolean;
}

/** The least that the API takes for `max_output_tokens`. */
export const LEAST_OUTPUT_TOKENS = 16;

export const optionsSchema = {
  type: "object",
  additionalProperties: false,
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 1 },
    context_window_tokens: { type: "integer", minimum: 1 },
    max_output_tokens: { type: "integer", minimum: LEAST_OUTPUT_TOKENS },
    reasoning_effort: { enum: EFFORTS },
    reasoning_summary: { enum: SUMMARIES },
    parallel_tool_calls: { type: "boolean" },
  },
} as const satisfies JsonObject;
