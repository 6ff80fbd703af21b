import { isJsonObject, type JsonObject, type JsonValue } from "@varve/kernel";
import { isList } from "@varve/wire";

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
