import type { Usage } from "@varve/kernel";

/** What the calls made for one summary used. */
export class Spending {
  #total: Usage | null = null;
  #calls = 0;

  add(usage: Usage | null): void {
    this.#calls += 1;
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

  get calls(): number {
    return this.#calls;
  }
}
