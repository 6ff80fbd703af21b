import type { SchemaProblem } from "@varve/kernel";
import { jsonPointer } from "./json-pointer.ts";

/** Keys by which a careless merge or assignment would reach a prototype. No value that is accepted has one. */
const PROTOTYPE_KEYS: readonly string[] = ["__proto__", "constructor", "prototype"];

export function isPrototypeKey(key: string): boolean {
  return PROTOTYPE_KEYS.includes(key);
}

/** Why such a key is refused, as the rest of a sentence that begins with where it stands. */
export const PROTOTYPE_KEY_REASON = `is a key that could reach a prototype (${PROTOTYPE_KEYS.join(", ")}); give it another name`;

/**
 * The first prototype key in a value, or `null`. Only lists and objects are looked into, so that options which carry
 * functions or instances of classes may still be checked.
 */
export function prototypeKeyIn(value: unknown): SchemaProblem | null {
  const open: { readonly value: unknown; readonly keys: readonly string[] }[] = [{ value, keys: [] }];
  const seen = new Set<object>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value !== "object" || next.value === null || seen.has(next.value)) continue;
    seen.add(next.value);
    for (const [key, member] of Object.entries(next.value)) {
      const keys = [...next.keys, key];
      if (isPrototypeKey(key)) return { pointer: jsonPointer(keys), reason: PROTOTYPE_KEY_REASON };
      open.push({ value: member, keys });
    }
  }
  return null;
}
