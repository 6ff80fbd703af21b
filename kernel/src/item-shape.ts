import { ItemError } from "./errors.ts";
import type { InputItem } from "./items.ts";
import { isJson, isJsonObject } from "./json.ts";

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
  // A state survives being written down, and nothing in it can be changed: both hold for plain JSON alone.
  if (!isJson(value)) return "it holds something that is no plain JSON";
  return extraProblem(value.extra) ?? kindProblem(value);
}

function kindProblem(value: Readonly<Record<string, unknown>>): string | null {
  switch (value.kind) {
    case "message":
      if (!ROLES.some((role) => role === value.role)) return `role must be one of ${ROLES.join(", ")}`;
      return partsProblem(value.parts);
    case "tool_call":
      return textsProblem(value, ["callId", "name", "arguments"]);
    case "tool_result":
      if (value.isError !== undefined && typeof value.isError !== "boolean") return "isError must be true or false";
      return textsProblem(value, ["callId"]) ?? partsProblem(value.parts);
    case "reasoning":
      if (!Array.isArray(value.summary) || !value.summary.every((line) => typeof line === "string")) {
        return "summary must be a list of texts";
      }
      return textsProblem(value, ["provider"]) ?? textsProblem(value, given(value, ["encrypted", "model"]));
    case "opaque":
      if (!isJsonObject(value.data)) return "data must be an object";
      return textsProblem(value, ["provider"]) ?? textsProblem(value, given(value, ["model"]));
    default:
      return "kind must be one of message, tool_call, tool_result, reasoning, opaque";
  }
}

const ROLES = ["user", "assistant", "developer", "system"] as const;

const DETAILS = ["low", "high", "auto", "original"] as const;

/** Those of some optional fields that are there. */
function given(value: Readonly<Record<string, unknown>>, names: readonly string[]): readonly string[] {
  return names.filter((name) => value[name] !== undefined);
}

function extraProblem(extra: unknown): string | null {
  if (extra === undefined) return null;
  const isExtra = isJsonObject(extra) && typeof extra.provider === "string" && isJsonObject(extra.fields);
  return isExtra ? null : "extra must be { provider, fields }";
}

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
      return isSource(part.source) && (part.detail === undefined || DETAILS.some((detail) => detail === part.detail));
    case "file":
      return isSource(part.source) && (part.name === undefined || typeof part.name === "string");
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
