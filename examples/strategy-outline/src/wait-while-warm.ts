import type { TriggerContext, TriggerResult } from "@varve/kernel";
import type { TriggerOptions } from "./options.ts";

/**
 * A compaction makes a request new from its first change on. So this waits up to `fraction` of the budget while the provider
 * serves most of the input from its cache, and goes by the configured line once that cache has gone cold.
 */
export function waitWhileWarm(
  { estimate, limits, lastUsage, lastUsageAgeMs }: TriggerContext,
  { fraction = 0.95, warm_minutes = 5 }: TriggerOptions,
): TriggerResult {
  const { inputTokens, cachedTokens } = lastUsage?.usage ?? { inputTokens: 0, cachedTokens: 0 };
  const isWarm = cachedTokens > inputTokens / 2 && (lastUsageAgeMs ?? 0) < warm_minutes * 60_000;
  const patient = Math.floor(limits.budgetTokens * fraction);
  const line = isWarm ? Math.max(limits.triggerTokens, patient) : limits.triggerTokens;
  const reason = `${estimate.tokens} of ${line} tokens, as the cache is ${isWarm ? "warm" : "cold"}`;
  return { compact: estimate.tokens > line, reason };
}
