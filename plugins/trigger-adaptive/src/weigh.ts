import type { TriggerContext } from "@varve/kernel";
import type { AdaptiveOptions } from "./options.ts";

/** What a compaction now would cost, and what it would save, in tokens of fresh input. */
export interface Weighed {
  readonly costs: number;
  readonly saves: number;
  readonly turns: number;
  readonly isWarm: boolean;
}

/** A task goes on for about as long as it has gone on, within these. */
const TURNS = { least: 5, most: 50 } as const;

/**
 * Weighs a compaction from E tokens down to T, with R turns to come, prices c (cached), w (written) and o (output) relative to fresh
 * input, and a summary of S tokens:
 *
 * - it saves what is no longer carried: R · c · (E − T)
 * - it costs the summary, S · o, and writing what is new of the compacted window, w · (T − F), where F, the floor, is what no
 *   compaction touches: most of it stands before the history and stays cached
 * - and, while the cache is warm, reading the window once more for the summary, c · E. When it has gone cold, somebody has to write
 *   the whole window again: the next turn, or the summary's request in its place. That is paid either way, and not counted.
 */
export function weigh(context: TriggerContext, options: AdaptiveOptions): Weighed {
  const {
    cached_price: c = 0.1,
    write_price: w = 1.25,
    output_price: o = 5,
    summary_tokens: summary = 1_500,
  } = options;
  const { estimate, limits, floorTokens, turn } = context;
  const before = estimate.tokens;
  const after = Math.min(before, Math.max(limits.targetTokens, floorTokens));
  const turns = options.expected_turns ?? Math.min(TURNS.most, Math.max(TURNS.least, turn));
  const isWarm = warm(context, options);
  const costs = summary * o + w * Math.max(0, after - floorTokens) + (isWarm ? c * before : 0);
  return { costs, saves: turns * c * (before - after), turns, isWarm };
}

/** Whether the provider is likely to have the last request still cached. */
function warm({ lastUsage, lastUsageAgeMs }: TriggerContext, { cache_minutes: minutes = 5 }: AdaptiveOptions): boolean {
  if (lastUsage === null || lastUsage.usage.inputTokens === 0) return false;
  const isCached = lastUsage.usage.cachedTokens + lastUsage.usage.cacheWriteTokens > 0;
  return isCached && (lastUsageAgeMs === null || lastUsageAgeMs < minutes * 60_000);
}
