import type { FailedTry, ModelResponse, Usage } from "@varve/kernel";

/** What the calls made for one summary used. */
export class Spending {
  #total: Usage | null = null;
  #calls = 0;
  readonly #retries: FailedTry[] = [];

  add({ usage, retries = [] }: Pick<ModelResponse, "usage" | "retries">): void {
    this.#calls += 1;
    this.#retries.push(...retries);
    if (usage === null) return;
    const before = this.#total;
    this.#total = {
      inputTokens: (before?.inputTokens ?? 0) + usage.inputTokens,
      cachedTokens: (before?.cachedTokens ?? 0) + usage.cachedTokens,
      cacheWriteTokens: (before?.cacheWriteTokens ?? 0) + usage.cacheWriteTokens,
      outputTokens: (before?.outputTokens ?? 0) + usage.outputTokens,
      reasoningTokens: (before?.reasoningTokens ?? 0) + usage.reasoningTokens,
    };
  }

  /** `null` where no provider reported any. */
  get total(): Usage | null {
    return this.#total;
  }

  /** Calls that were answered. */
  get calls(): number {
    return this.#calls;
  }

  /** The tries that an answer did not come of: a usage holds nothing of them. */
  get retries(): readonly FailedTry[] {
    return this.#retries;
  }

  addRetries(retries: readonly FailedTry[]): void {
    this.#retries.push(...retries);
  }
}
