import type { JsonObject, ModelLimits } from "@varve/kernel";

export interface SummariseModelOptions {
  /** The most that one answer may have, reasoning included, tokens. Absent: the room that is kept for the model's answers. */
  readonly max_output_tokens?: number;
  /** What a summary must hold besides what is always asked for. */
  readonly instruction?: string;
  /** Who is asked. Absent: the model that runs the task. A plugin must be there that serves it. */
  readonly model?: SummariserModel;
}

/** A model that is asked for summaries and for nothing else. */
export interface SummariserModel {
  /** As its plugin spells it: `openai`, `anthropic`. */
  readonly provider: string;
  readonly name: string;
  /** The whole context window, input and output together, tokens. */
  readonly context_window_tokens: number;
  /** Room for one answer, tokens. Absent: a quarter of the window. */
  readonly max_output_tokens?: number;
}

const OUTPUT_SHARE = 1 / 4;

/** The limits of the configured summariser; `null` where none is configured. */
export function summariserLimits({ model }: SummariseModelOptions): ModelLimits | null {
  if (model === undefined) return null;
  const { provider, name, context_window_tokens: windowTokens } = model;
  return {
    provider,
    name,
    windowTokens,
    outputTokens: model.max_output_tokens ?? Math.floor(windowTokens * OUTPUT_SHARE),
  };
}

const outputTokens = { type: "integer", minimum: 64 } as const;

export const optionsSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    max_output_tokens: outputTokens,
    instruction: { type: "string", minLength: 1 },
    model: {
      type: "object",
      additionalProperties: false,
      required: ["provider", "name", "context_window_tokens"],
      properties: {
        provider: { type: "string", minLength: 1 },
        name: { type: "string", minLength: 1 },
        context_window_tokens: { type: "integer", minimum: 1 },
        max_output_tokens: outputTokens,
      },
    },
  },
} as const satisfies JsonObject;
