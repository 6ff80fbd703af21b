import { isJsonObject, type JsonObject, type JsonValue } from "@varve/kernel";

/**
 * The object with half surrogate pairs replaced by U+FFFD, wherever they stand. A window's texts are well-formed already;
 * what a provider's extra fields hold was never looked at, and one half pair makes the whole body invalid.
 */
export function wellFormed(value: JsonObject): JsonObject {
  return isWellFormed(value) ? value : mendedObject(value);
}

function isWellFormed(value: JsonValue | undefined): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, member]) => key.isWellFormed() && isWellFormed(member));
}

function mended(value: JsonValue): JsonValue {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(mended);
  return isJsonObject(value) ? mendedObject(value) : value;
}

function mendedObject(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key.toWellFormed(),
      member === undefined ? undefined : mended(member),
    ]),
  );
}
