import type { KeyPath } from "./key-path.ts";

/** Keys that could reach a prototype somewhere down the line. No configuration needs them, so none may have them. */
const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** More is no configuration: YAML's aliases make a few lines into billions of values. */
const MOST_VALUES = 100_000;
const DEEPEST = 100;

/** A value that no configuration may hold. */
export interface Unfit {
  readonly path: KeyPath;
  readonly kind: "prototype-key" | "not-plain" | "too-much";
  /** What it is, to follow "is": "a date". */
  readonly what: string;
}

export type PlainResult = { readonly value: unknown } | { readonly unfit: Unfit };

/**
 * Copies a value that a parser or a module gave into plain tables, lists, texts, numbers and booleans, so that neither a
 * getter nor a prototype nor a later change of the original can have a say; or tells the first value that is none of these.
 */
export function plainCopy(value: unknown): PlainResult {
  const copier = new Copier();
  const copy = copier.copy(value, []);
  return copier.unfit === null ? { value: copy } : { unfit: copier.unfit };
}

class Copier {
  unfit: Unfit | null = null;
  #values = 0;

  copy(value: unknown, path: KeyPath): unknown {
    this.#values += 1;
    if (this.#values > MOST_VALUES) return this.#refuse([], "too-much", `larger than ${MOST_VALUES} values`);
    if (path.length > DEEPEST) return this.#refuse(path, "too-much", `nested more than ${DEEPEST} deep`);
    if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    if (Array.isArray(value)) return this.#list(value, path);
    if (typeof value === "object" && isTable(value)) return this.#table(value, path);
    return this.#refuse(path, "not-plain", nameOf(value));
  }

  #list(list: readonly unknown[], path: KeyPath): unknown {
    const copy: unknown[] = [];
    for (const [index, each] of list.entries()) {
      copy.push(this.copy(each, [...path, index]));
      if (this.unfit !== null) return undefined;
    }
    return copy;
  }

  #table(table: object, path: KeyPath): unknown {
    const members: [string, unknown][] = [];
    for (const [key, each] of Object.entries(table)) {
      if (PROTOTYPE_KEYS.has(key)) return this.#refuse([...path, key], "prototype-key", "a name of prototypes");
      // A module may spell out what it leaves away.
      if (each !== undefined) members.push([key, this.copy(each, [...path, key])]);
      if (this.unfit !== null) return undefined;
    }
    return Object.fromEntries(members);
  }

  #refuse(path: KeyPath, kind: Unfit["kind"], what: string): undefined {
    this.unfit ??= { path, kind, what };
    return undefined;
  }
}

function isTable(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function nameOf(value: unknown): string {
  if (typeof value === "number") return `the number ${value}`;
  if (value instanceof Date) return "a date";
  if (typeof value === "object" && value !== null) return "an object with a prototype of its own";
  return value === undefined ? "undefined" : `a ${typeof value}`;
}
