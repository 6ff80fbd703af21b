import { isJsonObject } from "./json.ts";

/**
 * Tokens of one model call, as its provider measured them.
 * Cached and cache-written tokens are part of {@link inputTokens}, reasoning tokens are part of {@link outputTokens}.
 */
export interface Usage {
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
}

const USAGE_FIELDS = ["inputTokens", "cachedTokens", "cacheWriteTokens", "outputTokens", "reasoningTokens"] as const;

/** Whether a value has the form of a usage: five numbers, none below 0. */
export function isUsage(value: unknown): value is Usage {
  return isJsonObject(value) && USAGE_FIELDS.every((field) => isAmount(value[field]));
}

/** Whether a value is a finite number that is not below 0. */
export function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

/** What a model takes: read from its provider's documentation by the model's plugin, or set by the user. Tokens. */
export interface ModelLimits {
  readonly provider: string;
  readonly name: string;
  /** The whole context window: input and output together. */
  readonly windowTokens: number;
  /** Room that is kept for the answer. */
  readonly outputTokens: number;
}
