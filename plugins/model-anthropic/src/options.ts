import type { JsonObject } from "@varve/kernel";

const EFFORTS = ["low", "medium", "high", "xhigh", "max"] as const;

/** What `[model]` of a configuration says. */
export interface AnthropicOptions {
  /** The model's name, as the provider spells it. */
  readonly name: string;
  /** Where the API is, without `/v1`. Absent: Anthropic's own. */
  readonly base_url?: string;
  /** Whether answers arrive piece by piece. Absent: `true`. */
  readonly stream?: boolean;
  /** How long may pass without any part of an answer, milliseconds. Absent: ten minutes. */
  readonly timeout_ms?: number;
  /** How often a request is sent again after a rate limit, a server's fault or a lost connection. Absent: 3. */
  readonly max_retries?: number;
  /** The whole context window, input and output together, tokens. Absent: what is known of the model. */
  readonly context_window_tokens?: number;
  /** The most that an answer may have, thinking included, tokens. Absent: what the model can give at most. */
  readonly max_output_tokens?: number;
  /** How much thought goes into an answer. Absent: the model's own default. */
  readonly reasoning_effort?: (typeof EFFORTS)[number];
  /** For models that think within a budget: how much of an answer may be thinking, tokens. */
  readonly thinking_budget_tokens?: number;
  /** Whether the model may call several tools at once. Absent: the provider's own default. */
  readonly parallel_tool_calls?: boolean;
  /** How long what was cached is kept after its last use. Absent: `5m`. */
  readonly cache_ttl?: "5m" | "1h";
  /**
   * Whether thinking that no longer fits what stands before it, say after a compaction, is left out by the API rather than a
   * reason to refuse the request. It needs a beta header. Absent: at Anthropic's own address, for models known to check it.
   */
  readonly drop_stale_thinking?: boolean;
  /**
   * `false`: this is not the kernel's own model, for example one that only summarises. It then declares no limits, answers
   * only calls that name one of its provider's models, and stands before the default model. Absent: `true`.
   */
  readonly declare?: boolean;
}

/** The options for a call of some model: what is set for the configured one says nothing of another. */
export function optionsFor(model: string, options: AnthropicOptions): AnthropicOptions {
  if (model === options.name) return options;
  const { reasoning_effort: _, thinking_budget_tokens: __, max_output_tokens: ___, ...others } = options;
  return { ...others, name: model };
}

export const ANTHROPIC_BASE_URL = "https://api.anthropic.com";

/** Whether Anthropic itself is asked, and not a server that speaks like it. */
export function isAtAnthropic({ base_url = ANTHROPIC_BASE_URL }: Pick<AnthropicOptions, "base_url">): boolean {
  return base_url.replace(/\/+$/, "") === ANTHROPIC_BASE_URL;
}

export const DEFAULT_TIMEOUT_MS = 600_000;

export const DEFAULT_MAX_RETRIES = 3;

/** A longer timer fires at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

export const optionsSchema = {
  type: "object",
  additionalProperties: false,
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 1 },
    base_url: { type: "string", pattern: "^https?://[^\\s]+$" },
    stream: { type: "boolean" },
    timeout_ms: { type: "integer", minimum: 1, maximum: LONGEST_TIMER_MS },
    max_retries: { type: "integer", minimum: 0, maximum: 20 },
    context_window_tokens: { type: "integer", minimum: 1 },
    max_output_tokens: { type: "integer", minimum: 1 },
    reasoning_effort: { enum: EFFORTS },
    thinking_budget_tokens: { type: "integer", minimum: 1_024 },
    parallel_tool_calls: { type: "boolean" },
    cache_ttl: { enum: ["5m", "1h"] },
    drop_stale_thinking: { type: "boolean" },
    declare: { type: "boolean" },
  },
} as const satisfies JsonObject;
