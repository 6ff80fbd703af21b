import { clipped } from "./clipped.ts";
import { counted } from "./figures.ts";
import { printable } from "./printable.ts";

/** Lines of a long text that are shown: its beginning, and its end, where tools put their verdicts. */
const FIRST_LINES = 10;
const LAST_LINES = 4;

/**
 * A text as lines for a terminal, each within the given columns; of a long one its beginning and its end.
 *
 * @param extent `whole` leaves out and cuts nothing
 */
export function excerpt(text: string, columns: number, extent: "part" | "whole"): readonly string[] {
  if (extent === "whole") return printable(text).split("\n");
  // A tab is as wide as the terminal likes; spaces can be measured.
  const lines = printable(text).replaceAll("\t", "    ").split("\n");
  if (lines.length <= FIRST_LINES + LAST_LINES + 1) return lines.map((line) => clipped(line, columns));
  const leftOut = lines.length - FIRST_LINES - LAST_LINES;
  return [
    ...lines.slice(0, FIRST_LINES).map((line) => clipped(line, columns)),
    `… ${counted(leftOut, "more line")}; --all shows ${leftOut === 1 ? "it" : "them"}`,
    ...lines.slice(-LAST_LINES).map((line) => clipped(line, columns)),
  ];
}
