import { isJsonObject, type JsonValue } from "@varve/kernel";

/** Typed reads of JSON that came from outside and may hold anything anywhere. */

/** Whether a value is a list; unlike `Array.isArray`, it keeps the elements' type. */
export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The value where it is text, else `null`. */
export function textOf(value: JsonValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}

/** A count of tokens; what is no count is none. */
export function countOf(value: JsonValue | undefined): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

/** The member of a nested object, or `undefined`. */
export function memberOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isJsonObject(value) ? value[key] : undefined;
}
