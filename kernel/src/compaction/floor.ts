import { type Section, sectionOf } from "../assembly/section-order.ts";
import type { Window, WindowSection } from "../assembly/window.ts";
import type { Blame } from "../errors.ts";
import type { HistoryEntry } from "../state/agent-state.ts";
import { LEAST_VIEW_TOKENS } from "./bounded-view.ts";

/** The section that a window section was declared as: `skill:git` is an instance of `skill`. */
export function declaredAs(id: string, sections: readonly Section[]): Section | undefined {
  return sections.find((section) => id === section.id || id.startsWith(`${section.id}:`));
}

/** What no compaction can remove: how much it is, and of what, largest first. */
export interface Floor {
  readonly tokens: number;
  readonly parts: readonly Blame[];
}

/**
 * The tool list, the essential sections, and the protected entries, where a result counts as the smallest view that a
 * compaction could leave of it.
 */
export function floorOf(
  window: Window,
  sections: readonly Section[],
  kept: readonly HistoryEntry[],
  tokensOf: (entry: HistoryEntry) => number,
): Floor {
  const entryTokens = new Map<string, number>();
  for (const entry of kept) {
    const tokens = tokensOf(entry);
    const section = sectionOf(entry.item.kind, sections)?.id ?? "history";
    const least = entry.item.kind === "tool_result" ? Math.min(tokens, LEAST_VIEW_TOKENS) : tokens;
    entryTokens.set(section, (entryTokens.get(section) ?? 0) + least);
  }
  return blamed(window, ({ id, tokens }) =>
    declaredAs(id, sections)?.survives === "essential" ? tokens : (entryTokens.get(id) ?? 0),
  );
}

/** A window of which nothing more can go, as the floor that it has become. */
export function wholeOf(window: Window): Floor {
  return blamed(window, ({ tokens }) => tokens);
}

/** The parts of a window with what each holds on to, largest first. */
function blamed({ sections, toolTokens }: Window, heldBy: (section: WindowSection) => number): Floor {
  const parts = [
    { section: "tools", tokens: toolTokens, plugins: ["the task's tool list"] },
    ...sections.map((section): Blame => ({ section: section.id, tokens: heldBy(section), plugins: section.plugins })),
  ];
  const held = parts.filter(({ tokens }) => tokens > 0).sort((a, b) => b.tokens - a.tokens);
  return { tokens: held.reduce((sum, { tokens }) => sum + tokens, 0), parts: held };
}
