import type { Window, WindowItem } from "../assembly/window.ts";

/** Tokens of a window that stand behind its first difference from another: what a provider's cache cannot serve. */
export function uncachedTokens(before: Window, after: Window): number {
  if (before.instructions !== after.instructions || before.tools !== after.tools) return after.tokens;
  let same = 0;
  while (same < after.input.length && isSame(before.input[same], after.input[same])) same += 1;
  return after.input.slice(same).reduce((sum, { tokens }) => sum + tokens, 0);
}

function isSame(a: WindowItem | undefined, b: WindowItem | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && JSON.stringify(a.item) === JSON.stringify(b.item));
}
