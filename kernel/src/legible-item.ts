import type { InputItem, Part } from "./items.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "./json.ts";
import { legible } from "./legible.ts";

/** The item with every text in it legible; the same object where it was already. */
export function legibleItem(item: InputItem): InputItem {
  return isLegible(item) ? item : cleaned(item);
}

function isLegible(value: unknown): boolean {
  if (typeof value === "string") return legible(value) === value;
  if (typeof value !== "object" || value === null) return true;
  return Array.isArray(value)
    ? value.every(isLegible)
    : Object.entries(value).every(([key, member]) => isLegible(key) && isLegible(member));
}

function cleaned(item: InputItem): InputItem {
  switch (item.kind) {
    case "message":
      return { ...item, parts: item.parts.map(cleanedPart) };
    case "tool_call":
      return { ...item, callId: legible(item.callId), name: legible(item.name), arguments: legible(item.arguments) };
    case "tool_result":
      return { ...item, callId: legible(item.callId), parts: item.parts.map(cleanedPart) };
    case "reasoning":
      return { ...item, summary: item.summary.map(legible) };
    case "opaque":
      return { ...item, data: cleanedObject(item.data) };
  }
}

function cleanedPart(part: Part): Part {
  switch (part.kind) {
    case "text":
      return { ...part, text: legible(part.text) };
    case "data":
      return { ...part, data: legibleJson(part.data) };
    case "file":
      return part.name === undefined ? part : { ...part, name: legible(part.name) };
    case "image":
      return part;
  }
}

/** A value with every text in it legible, keys too. */
export function legibleJson(value: JsonValue): JsonValue {
  if (typeof value === "string") return legible(value);
  if (Array.isArray(value)) return value.map(legibleJson);
  return isJsonObject(value) ? cleanedObject(value) : value;
}

function cleanedObject(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      legible(key),
      member === undefined ? undefined : legibleJson(member),
    ]),
  );
}
