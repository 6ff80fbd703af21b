/** Consecutive row numbers, both ends included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * The ranges of some numbers, in their order: `7, 8, 9, 1, 2` is `7-9,1-2`. A history that only grows is one range,
 * however long it is.
 */
export class Ranges {
  readonly #ranges: Range[] = [];

  /** Adds a number at the end. */
  add(number: number): void {
    const last = this.#ranges.at(-1);
    if (last !== undefined && last.to + 1 === number)
      this.#ranges[this.#ranges.length - 1] = { from: last.from, to: number };
    else this.#ranges.push({ from: number, to: number });
  }

  get list(): readonly Range[] {
    return this.#ranges;
  }
}

/** As they are stored: `1-90000,90004,90010-90020`; `""` for none. */
export function writeRanges(ranges: readonly Range[]): string {
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
}

/** The ranges of such a text, or `null` where it is none. */
export function readRanges(text: string): readonly Range[] | null {
  if (text === "") return [];
  const ranges: Range[] = [];
  for (const part of text.split(",")) {
    const match = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(part);
    if (match === null) return null;
    const from = Number(match[1]);
    const to = Number(match[2] ?? match[1]);
    if (to < from) return null;
    ranges.push({ from, to });
  }
  return ranges;
}

/** What is in `ranges` and not in `kept`, ascending. */
export function without(ranges: readonly Range[], kept: readonly Range[]): readonly Range[] {
  const left: Range[] = [];
  const stay = ascending(kept);
  for (const { from, to } of ascending(ranges)) {
    let next = from;
    for (const range of stay) {
      if (range.to < next) continue;
      if (range.from > to) break;
      if (range.from > next) left.push({ from: next, to: range.from - 1 });
      next = range.to + 1;
    }
    if (next <= to) left.push({ from: next, to });
  }
  return left;
}

/** Whether a number is in one of the ranges; quick for numbers that come in the order of the ranges. */
export function membership(ranges: readonly Range[]): (number: number) => boolean {
  let current: Range | undefined;
  return (number) => {
    if (current === undefined || number < current.from || number > current.to) {
      current = ranges.find(({ from, to }) => from <= number && number <= to);
    }
    return current !== undefined;
  };
}

function ascending(ranges: readonly Range[]): readonly Range[] {
  return ranges.toSorted((a, b) => a.from - b.from);
}
