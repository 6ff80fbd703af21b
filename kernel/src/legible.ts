/**
 * Text as every provider takes it: half a surrogate pair becomes U+FFFD, and NUL, which some servers refuse and some
 * databases cut at, becomes its visible sign U+2400. Text that is clean already is returned as it is.
 */
export function legible(value: string): string {
  const wellFormed = value.isWellFormed() ? value : value.toWellFormed();
  return wellFormed.includes("\0") ? wellFormed.replaceAll("\0", "\u2400") : wellFormed;
}

/** The beginning of a text, at most `units` UTF-16 code units long, never ending in half a surrogate pair. */
export function head(value: string, units: number): string {
  const end = Math.max(0, Math.min(units, value.length));
  return value.slice(0, splitsPair(value, end) ? end - 1 : end);
}

/** The end of a text, at most `units` UTF-16 code units long, never beginning with half a surrogate pair. */
export function tail(value: string, units: number): string {
  const start = Math.max(0, value.length - Math.max(0, units));
  return value.slice(splitsPair(value, start) ? start + 1 : start);
}

/** Whether a cut before this index would part a surrogate pair. */
export function splitsPair(value: string, at: number): boolean {
  if (at <= 0 || at >= value.length) return false;
  const before = value.charCodeAt(at - 1);
  const after = value.charCodeAt(at);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
