import type { Colours } from "./terminal.ts";

const CACHED = "█";
const FRESH = "▓";
const ROOM = "·";

/**
 * A window against the line above which it would be compacted: what is cached, what is new, and the room that is left.
 * A bar that is full stands at the line.
 */
export function fillBar(
  window: { readonly tokens: number; readonly cachedTokens: number },
  lineTokens: number,
  width: number,
  colours: Colours,
): string {
  const scale = (tokens: number): number => Math.min(width, Math.round((tokens / lineTokens) * width));
  const filled = window.tokens > 0 ? Math.max(1, scale(window.tokens)) : 0;
  const cached = Math.min(filled, scale(window.cachedTokens));
  return (
    colours.green(CACHED.repeat(cached)) +
    colours.yellow(FRESH.repeat(filled - cached)) +
    colours.dim(ROOM.repeat(width - filled))
  );
}
