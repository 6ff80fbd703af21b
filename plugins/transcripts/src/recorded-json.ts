import { isJsonObject, type JsonObject, type JsonValue } from "@varve/kernel";

/** Typed reads of recorded JSON: a recording may hold anything anywhere. */

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

/** What a value is, for a message: `an object with the keys a, b`, `a number`. */
export function describe(value: JsonValue | undefined): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (isList(value)) return `a list of ${value.length}`;
  if (isJsonObject(value)) return describeObject(value);
  return typeof value === "string" ? "a text" : `a ${typeof value}`;
}

function describeObject(value: JsonObject): string {
  const keys = Object.keys(value);
  if (keys.length === 0) return "an empty object";
  const shown = keys.slice(0, 8).map((key) => JSON.stringify(key.slice(0, 40)));
  return `an object with the keys ${shown.join(", ")}${keys.length > shown.length ? ", …" : ""}`;
}
