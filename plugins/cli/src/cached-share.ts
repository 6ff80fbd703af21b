import type { InputItem, Window, WindowItem } from "@varve/kernel";

/**
 * Measures how much of each request a provider's prefix cache would still have from the one before: the longest common
 * prefix of tools and instructions, then of the input, item by item and, within the first item that differs, section by
 * section. It goes by windows: their items are the same objects from call to call, so that a call costs comparisons of
 * references and nothing is encoded or counted again.
 */
export class PrefixMeter {
  #before: Window | null = null;

  /** Tokens of a window that stand in the common prefix with the last one that was measured; 0 for the first. */
  cachedTokens(window: Window): number {
    const before = this.#before;
    this.#before = window;
    if (before === null || !hasSamePrefix(before, window)) return 0;
    let tokens = window.tokens - tokensOf(window.input);
    for (const [index, item] of window.input.entries()) {
      const earlier = before.input[index];
      if (earlier === undefined) break;
      if (!isSame(earlier.item, item.item)) return tokens + sharedSectionTokens(earlier, item, window);
      tokens += item.tokens;
    }
    return tokens;
  }
}

function hasSamePrefix(before: Window, after: Window): boolean {
  return (
    before.instructions === after.instructions &&
    (before.tools === after.tools || JSON.stringify(before.tools) === JSON.stringify(after.tools))
  );
}

function tokensOf(input: readonly WindowItem[]): number {
  return input.reduce((sum, { tokens }) => sum + tokens, 0);
}

function isSame(a: InputItem, b: InputItem): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Sections are parts of one message: what stands before the first part that changed is cached. */
function sharedSectionTokens(before: WindowItem, after: WindowItem, window: Window): number {
  const [a, b] = [before.item, after.item];
  if (a.kind !== "message" || b.kind !== "message" || a.role !== b.role || after.entry !== undefined) return 0;
  const differs = b.parts.findIndex((part, index) => JSON.stringify(part) !== JSON.stringify(a.parts[index]));
  return after.sections
    .slice(0, differs === -1 ? undefined : differs)
    .reduce((sum, id) => sum + (window.sections.find((section) => section.id === id)?.tokens ?? 0), 0);
}
