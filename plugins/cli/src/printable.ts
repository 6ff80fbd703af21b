const CONTROL_PICTURES = 0x2400;
const DELETE = 0x7f;
const PICTURE_OF_DELETE = "\u2421";

/** Control characters, and the marks that turn the direction in which a terminal shows what follows. */
const UNSAFE = /\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text from a recording or a plugin as a terminal may have it: what would move the cursor, change colours or make one
 * text look like another becomes visible. Tabs and line feeds stay; a carriage return before a line feed goes.
 */
export function printable(text: string): string {
  return text.replaceAll("\r\n", "\n").toWellFormed().replaceAll(UNSAFE, visible);
}

/** {@link printable}, on one line. */
export function printableLine(text: string): string {
  return printable(text).replaceAll(/\s+/gu, " ").trim();
}

function visible(character: string): string {
  if (character === "\t" || character === "\n") return character;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(CONTROL_PICTURES + code);
  return code === DELETE ? PICTURE_OF_DELETE : `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}
