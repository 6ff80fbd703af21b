import type { JsonValue, SchemaProblem } from "@varve/kernel";
import { jsonPointer } from "./json-pointer.ts";
import { isPrototypeKey, PROTOTYPE_KEY_REASON } from "./prototype-keys.ts";

/** Freezing, writing and reading a state walk it recursively; this many levels are far from any stack's end. */
const DEEPEST_LEVEL = 1_000;

/** A value as it can be stored, or the first thing in it that JSON would lose or change. */
export type PlainJson = { readonly value: JsonValue } | { readonly problem: SchemaProblem };

/**
 * Takes a value that comes back from JSON as it went in. What JSON would drop (`undefined`, functions, symbols), change
 * (`NaN`, dates, instances of classes) or cannot write (bigints, cycles) is refused where it stands. A negative zero,
 * which JSON writes as 0, becomes 0: arithmetic makes it by accident.
 */
export function plainJson(value: JsonValue): PlainJson {
  const walk: Walk = { keys: [], ancestors: new Set(), negativeZeros: 0 };
  const reason = whyNotPlain(value, walk);
  if (reason !== null) return { problem: { pointer: jsonPointer(walk.keys), reason } };
  return { value: walk.negativeZeros === 0 ? value : JSON.parse(JSON.stringify(value)) };
}

interface Walk {
  /** The way to the value that is being looked at; when something is wrong it is left as it is. */
  readonly keys: string[];
  readonly ancestors: Set<object>;
  negativeZeros: number;
}

function whyNotPlain(value: unknown, walk: Walk): string | null {
  switch (typeof value) {
    case "string":
    case "boolean":
      return null;
    case "number":
      if (Object.is(value, -0)) walk.negativeZeros += 1;
      return Number.isFinite(value) ? null : `is ${value}, which JSON cannot hold`;
    case "object":
      return value === null ? null : whyNotPlainContainer(value, walk);
    case "undefined":
      return "is undefined, which JSON cannot hold; leave the key out, or say null";
    case "bigint":
      return "is a bigint, which JSON cannot hold; write it as text";
    default:
      return `is a ${typeof value}, which JSON cannot hold`;
  }
}

function whyNotPlainContainer(value: object, walk: Walk): string | null {
  if (walk.ancestors.has(value)) return "contains itself";
  if (walk.ancestors.size === DEEPEST_LEVEL) return `is nested deeper than ${DEEPEST_LEVEL} levels`;
  if (Object.getOwnPropertySymbols(value).length > 0) return "has a symbol as a key, which JSON cannot hold";
  walk.ancestors.add(value);
  const reason = Array.isArray(value) ? whyNotPlainList(value, walk) : whyNotPlainObject(value, walk);
  walk.ancestors.delete(value);
  return reason;
}

function whyNotPlainList(list: readonly unknown[], walk: Walk): string | null {
  // An index of its own, not Object.keys: a hole is undefined, and JSON would write null for it.
  for (let index = 0; index < list.length; index += 1) {
    const reason = whyNotPlainMember(String(index), list[index], walk);
    if (reason !== null) return reason;
  }
  return Object.keys(list).length === list.length ? null : "is a list with named members, which JSON cannot hold";
}

function whyNotPlainObject(value: object, walk: Walk): string | null {
  if (!isPlainObject(value)) return "is an instance of a class; JSON holds plain objects only";
  for (const [key, member] of Object.entries(value)) {
    const reason = whyNotPlainMember(key, member, walk);
    if (reason !== null) return reason;
  }
  return null;
}

function whyNotPlainMember(key: string, member: unknown, walk: Walk): string | null {
  walk.keys.push(key);
  const reason = isPrototypeKey(key) ? PROTOTYPE_KEY_REASON : whyNotPlain(member, walk);
  if (reason === null) walk.keys.pop();
  return reason;
}

/** An object from a literal or from JSON, in this realm or another: its prototype, if any, is the end of the chain. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || (typeof prototype === "object" && Object.getPrototypeOf(prototype) === null);
}
