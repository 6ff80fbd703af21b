const COLOUR = /\p{Cc}\[[\d;?]*[A-Za-z]/gu;
const BREAKS = /[\s\p{Cc}]+/gu;

/**
 * A text on one line, without control characters: so nothing that is quoted can begin a line of its own, and a summary
 * can be read back line by line.
 */
export function oneLine(text: string): string {
  return text.replace(COLOUR, "").replace(BREAKS, " ").trim();
}

/** At most `most` UTF-16 units of a text, cut at a blank where one is near, and never inside a surrogate pair. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const room = Math.max(0, most - 1);
  const unit = text.charCodeAt(room);
  const end = unit >= 0xdc00 && unit <= 0xdfff ? room - 1 : room;
  const blank = text.lastIndexOf(" ", end);
  return `${text.slice(0, blank > end * 0.8 ? blank : Math.max(0, end)).trimEnd()}…`;
}
