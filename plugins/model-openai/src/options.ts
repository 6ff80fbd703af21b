import type { JsonObject } from "@varve/kernel";

const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
const SUMMARIES = ["auto", "concise", "detailed"] as const;

/** What `[model]` of a configuration says. */
export interface OpenAiOptions {
  /** The model's name, as the provider spells it. */
  readonly name: string;
  /** Absent: `responses`. */
  readonly api?: "responses" | "chat_completions";
  /** Where the API is, up to and including `/v1`. Absent: OpenAI's own. */
  readonly base_url?: string;
  /** Whether answers arrive piece by piece. Absent: `true`. */
  readonly stream?: boolean;
  /** How long may pass without any part of an answer, milliseconds. Absent: ten minutes. */
  readonly timeout_ms?: number;
  /** How often a request is sent again after a rate limit, a server's fault or a lost connection. Absent: 3. */
  readonly max_retries?: number;
  /** The whole context window, input and output together, tokens. Absent: what is known of the model. */
  readonly context_window_tokens?: number;
  /**
   * The most that an answer may have, reasoning included, tokens: that much room is kept, and that much is asked for.
   * Absent: room for what the model can give at most, and no limit in the request.
   */
  readonly max_output_tokens?: number;
  /** Absent: the model's own default. */
  readonly reasoning_effort?: (typeof EFFORTS)[number];
  /** Asks for readable summaries of the reasoning, in the Responses API. Absent: none. */
  readonly reasoning_summary?: (typeof SUMMARIES)[number];
  /** Whether the model may call several tools at once. Absent: the provider's own default. */
  readonly parallel_tool_calls?: boolean;
  /**
   * `breakpoints` marks where the stable parts end, `implicit` leaves it to the server. Absent: breakpoints for the models that
   * are known to take them, at OpenAI's own address; a server that does not know them might refuse the request.
   */
  readonly prompt_cache?: "implicit" | "breakpoints";
  /** Members of the request that a compatible server refuses, to be left out: `["store", "prompt_cache_key"]`. */
  readonly omit?: readonly string[];
  /**
   * `false`: this is not the kernel's own model, for example one that only summarises. It then declares no limits, answers
   * only calls that name it, and stands before the default model. Absent: `true`.
   */
  readonly declare?: boolean;
}

/** The options for a call of some model: what is set for the configured one says nothing of another. */
export function optionsFor(model: string, options: OpenAiOptions): OpenAiOptions {
  if (model === options.name) return options;
  const { reasoning_effort: _, reasoning_summary: __, max_output_tokens: ___, ...others } = options;
  return { ...others, name: model };
}

/** The least that the Responses API takes for `max_output_tokens`. */
export const LEAST_OUTPUT_TOKENS = 16;

export const OPENAI_BASE_URL = "https://api.openai.com/v1";

export const DEFAULT_TIMEOUT_MS = 600_000;

export const DEFAULT_MAX_RETRIES = 3;

/** Members of a request that are never left out: without one of them it is none. */
const NEEDED = ["model", "input", "messages", "tools", "instructions"] as const;

export const optionsSchema = {
  type: "object",
  additionalProperties: false,
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 1 },
    api: { enum: ["responses", "chat_completions"] },
    base_url: { type: "string", pattern: "^https?://[^\\s]+$" },
    stream: { type: "boolean" },
    timeout_ms: { type: "integer", minimum: 1 },
    max_retries: { type: "integer", minimum: 0, maximum: 20 },
    context_window_tokens: { type: "integer", minimum: 1 },
    max_output_tokens: { type: "integer", minimum: LEAST_OUTPUT_TOKENS },
    reasoning_effort: { enum: EFFORTS },
    reasoning_summary: { enum: SUMMARIES },
    parallel_tool_calls: { type: "boolean" },
    prompt_cache: { enum: ["implicit", "breakpoints"] },
    omit: { type: "array", items: { type: "string", not: { enum: NEEDED } } },
    declare: { type: "boolean" },
  },
} as const satisfies JsonObject;
