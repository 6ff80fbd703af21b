import type { UsageAnchor } from "../state/agent-state.ts";

/**
 * How many tokens a window has, and how that is known.
 *
 * - `measured`: what the provider reported for the last window, and the counted difference since
 * - `scaled`: counted, times the ratio of measured to counted at the last call; after a compaction
 * - `counted`: counted alone
 */
export interface Estimate {
  readonly tokens: number;
  readonly basis: "measured" | "scaled" | "counted";
}

/** One odd report must not mislead every later estimate: the ratio is held within these bounds. */
const RATIO_BOUNDS = { least: 0.5, most: 2 } as const;

/**
 * Whether the measured input stands still while the counted window grows: less than a tenth of the growth was measured. A
 * growth that counting alone could be wrong about says nothing new.
 */
export function isStalled(before: UsageAnchor | null, now: Omit<UsageAnchor, "stalled">): boolean {
  if (before === null || before.model !== now.model || before.compactions !== now.compactions) return false;
  const counted = now.countedTokens - before.countedTokens;
  const measured = now.usage.inputTokens - before.usage.inputTokens;
  if (counted < SMALL_GROWTH) return before.stalled === true && measured <= 0;
  return measured < counted / 10;
}

/** Tokens. */
const SMALL_GROWTH = 256;

/**
 * Estimates a window of `countedTokens`. The anchor is used only while it describes this window: measured by the same
 * model, with usage that was really reported. Cached tokens are part of the input and are never added to it.
 */
export function estimate(
  countedTokens: number,
  anchor: UsageAnchor | null,
  now: { readonly model: string | null; readonly compactions: number },
): Estimate {
  if (anchor === null || anchor.model !== now.model || anchor.usage.inputTokens <= 0 || anchor.countedTokens <= 0) {
    return { tokens: countedTokens, basis: "counted" };
  }
  if (anchor.compactions === now.compactions && anchor.stalled !== true) {
    const tokens = Math.max(0, anchor.usage.inputTokens + countedTokens - anchor.countedTokens);
    return { tokens, basis: "measured" };
  }
  // A server that cuts what it is sent measures what is left of it; what is sent is what was counted.
  if (anchor.stalled === true) return { tokens: countedTokens, basis: "counted" };
  const ratio = anchor.usage.inputTokens / anchor.countedTokens;
  const held = Math.min(RATIO_BOUNDS.most, Math.max(RATIO_BOUNDS.least, ratio));
  return { tokens: Math.round(countedTokens * held), basis: "scaled" };
}
