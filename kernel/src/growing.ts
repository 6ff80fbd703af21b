import { freezeShallow } from "./immutable.ts";

/**
 * Lists that only grow. A history of a hundred thousand entries is extended by three a turn; what is derived from it should
 * cost what was added. Immutable lists that extend one another share a line, and a fold over a line goes on where it was.
 */
interface Line {
  /** How many elements the longest list on this line has. */
  length: number;
}

const lines = new WeakMap<readonly unknown[], Line>();

/** The list with some elements added. The given list stays as it is. Elements must be frozen. */
export function extended<T>(list: readonly T[], added: readonly T[]): readonly T[] {
  if (added.length === 0) return list;
  const longer = freezeShallow(list.concat(added));
  const line = lineOf(list);
  if (line.length === list.length) {
    line.length = longer.length;
    lines.set(longer, line);
  }
  // Otherwise this line has been extended from here before, by others: the new list starts a line of its own.
  return longer;
}

function lineOf(list: readonly unknown[]): Line {
  const present = lines.get(list);
  if (present !== undefined) return present;
  const line = { length: list.length };
  lines.set(list, line);
  return line;
}

/** A running result over lists that grow: each element is stepped over once for each line. */
export class Fold<Element, Result> {
  readonly #start: () => Result;
  readonly #step: (result: Result, element: Element, index: number, list: readonly Element[]) => void;
  readonly #kept = new WeakMap<Line, { length: number; readonly result: Result }>();

  /** @param step changes the running result in place */
  constructor(
    start: () => Result,
    step: (result: Result, element: Element, index: number, list: readonly Element[]) => void,
  ) {
    this.#start = start;
    this.#step = step;
  }

  /**
   * The result over the whole list. It is the running one: read it before the next call, and do not keep it.
   */
  over(list: readonly Element[]): Result {
    const line = lineOf(list);
    const kept = this.#kept.get(line) ?? { length: 0, result: this.#start() };
    // A shorter list than was folded before: an older state. Its result is made anew, the longer one is kept.
    if (kept.length > list.length) return this.#from({ length: 0, result: this.#start() }, list);
    this.#kept.set(line, kept);
    return this.#from(kept, list);
  }

  /** The elements that the next {@link over} will step over. */
  ahead(list: readonly Element[]): readonly Element[] {
    const kept = this.#kept.get(lineOf(list));
    return kept === undefined || kept.length > list.length ? list : list.slice(kept.length);
  }

  #from(kept: { length: number; readonly result: Result }, list: readonly Element[]): Result {
    for (let index = kept.length; index < list.length; index += 1) {
      const element = list[index];
      if (element !== undefined) this.#step(kept.result, element, index, list);
      kept.length = index + 1;
    }
    return kept.result;
  }
}
