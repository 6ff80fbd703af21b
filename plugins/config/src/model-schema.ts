import type { JsonObject } from "@varve/kernel";
import { DEFAULTS } from "./config-defaults.ts";
import {
  CACHE_TTLS,
  OPENAI_APIS,
  PROMPT_CACHES,
  PROVIDERS,
  REASONING_EFFORTS,
  REASONING_SUMMARIES,
} from "./config-file.ts";
import { address, line, tokens } from "./value-schemas.ts";

/** `[model]`. What one provider alone takes says so; the schema takes it from all, and a check of its own says what does not fit. */
export const MODEL_SCHEMA = {
  description: "The model whose context this is. Left out: nothing is asked of a model, and summaries are extracted.",
  type: "object",
  additionalProperties: false,
  required: ["name"],
  properties: {
    provider: {
      type: "string",
      enum: PROVIDERS,
      default: DEFAULTS.provider,
      description: "Who serves the model. A plugin that answers model.encode and model.invoke serves others.",
    },
    name: { ...line, description: "The model's name, as its provider spells it." },
    api: {
      type: "string",
      enum: OPENAI_APIS,
      default: "responses",
      description: "Which API is asked, with openai: chat_completions for compatible servers.",
    },
    base_url: {
      ...address,
      description: "Where the API is, with the path before its own. Left out: the provider's own address.",
    },
    stream: { type: "boolean", default: true, description: "Whether answers arrive piece by piece." },
    timeout_ms: {
      type: "integer",
      minimum: 1,
      description: "How long may pass without any part of an answer, milliseconds. Left out: the plugin's own limit.",
    },
    max_retries: {
      type: "integer",
      minimum: 0,
      maximum: 20,
      description: "How often a request is sent again after a rate limit, a server's fault or a lost connection.",
    },
    context_window_tokens: {
      ...tokens,
      description:
        "The model's whole window, input and output together. Needed for models that the provider's plugin does not know.",
    },
    max_output_tokens: {
      ...tokens,
      description: "The most tokens of an answer; this much of the window is kept for it.",
    },
    parallel_tool_calls: {
      type: "boolean",
      description: "Whether the model may call several tools at once. Left out: the provider's own default.",
    },
    reasoning_effort: {
      type: "string",
      enum: REASONING_EFFORTS,
      description:
        "How hard a reasoning model thinks; none and minimal with openai only. Left out: the model's own default.",
    },
    reasoning_summary: {
      type: "string",
      enum: REASONING_SUMMARIES,
      description: "Asks for readable summaries of the reasoning, with openai's Responses API. Left out: none.",
    },
    prompt_cache: {
      type: "string",
      enum: PROMPT_CACHES,
      description:
        "With openai: breakpoints marks where the stable parts end, implicit leaves it to the server. Left out: by model and address.",
    },
    omit: {
      type: "array",
      items: line,
      uniqueItems: true,
      description: "With openai: members of the request that a compatible server refuses.",
    },
    cache_ttl: {
      type: "string",
      enum: CACHE_TTLS,
      description: "How long the provider keeps a prefix, with anthropic. Left out: five minutes.",
    },
    thinking_budget_tokens: {
      type: "integer",
      minimum: 1_024,
      description:
        "How many tokens the model may think for, beside its answer, with anthropic's models that think within a budget.",
    },
  },
} as const satisfies JsonObject;

/** `[summariser]`. */
export const SUMMARISER_SCHEMA = {
  description: "Who writes summaries. Left out: the model itself, or, without a model, an extract.",
  type: "object",
  additionalProperties: false,
  properties: {
    provider: {
      type: "string",
      enum: PROVIDERS,
      description: "Who serves the summariser. Left out: the model's own provider, with what [model] says of it.",
    },
    name: { ...line, description: "The summariser's name, as its provider spells it. Left out: the model itself." },
    context_window_tokens: {
      ...tokens,
      description: "The summariser's whole window. Needed for models that the provider's plugin does not know.",
    },
    max_output_tokens: {
      type: "integer",
      minimum: 64,
      description: "The most tokens of a summary, reasoning included.",
    },
    instruction: { ...line, description: "What a summary must hold besides what is always asked for." },
  },
} as const satisfies JsonObject;
