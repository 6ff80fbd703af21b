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

/** What a model takes: read from its provider's documentation by the model's plugin, or set by the user. Tokens. */
export interface ModelLimits {
  readonly provider: string;
  readonly name: string;
  /** The whole context window: input and output together. */
  readonly windowTokens: number;
  /** Room that is kept for the answer. */
  readonly outputTokens: number;
}
