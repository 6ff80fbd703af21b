import { type Extract, type Line, noLines, read } from "./layout.ts";
import { oneLine, shorten } from "./one-line.ts";

/** Lines of somebody else's summary, beyond which the rest is left to the ranking of facts. */
const MOST_LINES = 400;
const LONGEST_LINE = 1_200;

/**
 * The previous summary, taken apart so that it can be merged with what is removed now. One that this plugin did not
 * write is carried as it stands, line by line, marked as somebody else's.
 */
export function carriedFrom(previous: string | null): Extract {
  if (previous === null || previous.trim() === "") return { inventory: new Map(), lines: noLines() };
  return read(previous) ?? { inventory: new Map(), lines: { ...noLines(), earlier: foreignLines(previous) } };
}

function foreignLines(summary: string): Line[] {
  return summary
    .toWellFormed()
    .split(/\r?\n/)
    .map((line) => shorten(oneLine(line), LONGEST_LINE))
    .filter((text) => text !== "")
    .slice(0, MOST_LINES)
    .map((text) => ({ mark: "|", text }));
}
