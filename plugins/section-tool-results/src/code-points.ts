/** The first `units` UTF-16 code units of a text, or one less where the cut would halve a surrogate pair. */
export function beginning(text: string, units: number): string {
  return text.slice(0, isInsidePair(text, units) ? units - 1 : units);
}

/** The last `units` UTF-16 code units of a text, or one less where the cut would halve a surrogate pair. */
export function ending(text: string, units: number): string {
  const start = text.length - units;
  return text.slice(isInsidePair(text, start) ? start + 1 : start);
}

function isInsidePair(text: string, index: number): boolean {
  return isHigh(text.charCodeAt(index - 1)) && isLow(text.charCodeAt(index));
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
