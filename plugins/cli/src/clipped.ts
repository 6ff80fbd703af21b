import stringWidth from "string-width";

const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });

/** One line in at most so many columns, as a terminal measures them; what was cut ends in `…`. */
export function clipped(line: string, columns: number): string {
  // A character is at least half as wide as it is long, so what is short enough twice over needs no measuring.
  if (line.length * 2 <= columns || stringWidth(line) <= columns) return line;
  let kept = "";
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(line)) {
    width += stringWidth(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
