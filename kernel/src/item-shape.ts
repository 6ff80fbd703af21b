import { ItemError } from "./errors.ts";
import type { InputItem } from "./items.ts";
import { isJsonObject } from "./json.ts";

/** Whether a value has the form of an input item; what plugins and harnesses hand in is checked with it. */
export function isItem(value: unknown): value is InputItem {
  return problemOf(value) === null;
}

/**
 * Returns the value as an item.
 * @throws ItemError that says what is wrong, and at which index
 */
export function asItem(value: unknown, index: number): InputItem {
  if (isItem(value)) return value;
  throw new ItemError(`Item ${index} is no input item: ${problemOf(value)}.`);
}

function problemOf(value: unknown): string | null {
  if (!isJsonObject(value)) return "it is no object";
  switch (value.kind) {
    case "message":
      if (!ROLES.some((role) => role === value.role)) return `role must be one of ${ROLES.join(", ")}`;
      return partsProblem(value.parts);
    case "tool_call":
      return textsProblem(value, ["callId", "name", "arguments"]);
    case "tool_result":
      return textsProblem(value, ["callId"]) ?? partsProblem(value.parts);
    case "reasoning":
      if (!Array.isArray(value.summary) || !value.summary.every((line) => typeof line === "string")) {
        return "summary must be a list of texts";
      }
      return textsProblem(value, ["provider"]);
    case "opaque":
      return textsProblem(value, ["provider"]) ?? (isJsonObject(value.data) ? null : "data must be an object");
    default:
      return "kind must be one of message, tool_call, tool_result, reasoning, opaque";
  }
}

const ROLES = ["user", "assistant", "developer", "system"] as const;

function textsProblem(value: Readonly<Record<string, unknown>>, names: readonly string[]): string | null {
  const missing = names.find((name) => typeof value[name] !== "string");
  return missing === undefined ? null : `${missing} must be text`;
}

function partsProblem(parts: unknown): string | null {
  if (!Array.isArray(parts)) return "parts must be a list";
  return parts.every(isPart) ? null : "each part must be { kind: text, image, file or data } with its content";
}

function isPart(part: unknown): boolean {
  if (!isJsonObject(part)) return false;
  switch (part.kind) {
    case "text":
      return typeof part.text === "string";
    case "image":
    case "file":
      return isSource(part.source);
    case "data":
      return part.data !== undefined;
    default:
      return false;
  }
}

function isSource(source: unknown): boolean {
  if (!isJsonObject(source)) return false;
  switch (source.kind) {
    case "base64":
      return typeof source.mediaType === "string" && typeof source.data === "string";
    case "url":
      return typeof source.url === "string";
    case "file_id":
      return typeof source.id === "string";
    default:
      return false;
  }
}
