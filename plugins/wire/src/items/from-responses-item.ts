import type { InputItem, JsonObject, JsonValue } from "@varve/kernel";
import { isJsonObject } from "@varve/kernel";
import { isList, textOf } from "../json-reads.ts";
import { extraOf, type ReadPart, remainder, remainderOfParts } from "./remainder.ts";
import { readContent } from "./responses-parts.ts";

/** The name under which items keep what only OpenAI's encoder sends back. */
export const OPENAI = "openai";

/** A Responses item in neutral form. */
export interface FromResponses {
  readonly item: InputItem;
  /** Whether the model gave it, or was given it. */
  readonly side: "input" | "answer";
  /** What is odd about the item, which is then kept as it is. */
  readonly problem?: string;
}

const ROLES = ["user", "assistant", "developer", "system"] as const;

/**
 * Reads one Responses item; `null` where it is none: it has neither a `type` nor a role with content. Items of a type
 * that the neutral form does not know become opaque.
 *
 * @param model who gave the answer, where that is recorded; only that model can read its encrypted content
 */
export function fromResponsesItem(value: JsonObject, model: string | null = null): FromResponses | null {
  switch (value.type ?? ("role" in value ? "message" : null)) {
    case "message":
      return readMessage(value);
    case "function_call":
      return readCall(value, "function_call", "arguments");
    case "custom_tool_call":
      return readCall(value, "custom_tool_call", "input");
    case "function_call_output":
    case "custom_tool_call_output":
      return readResult(value);
    case "reasoning":
      return { item: readReasoning(value, model), side: "answer" };
    default:
      return typeof value.type === "string" ? opaque(value, model) : null;
  }
}

function opaque(value: JsonObject, model: string | null, problem?: string): FromResponses {
  return {
    item: { kind: "opaque", provider: OPENAI, ...(model === null ? {} : { model }), data: value },
    side: isAnswer(value) ? "answer" : "input",
    ...(problem === undefined ? {} : { problem }),
  };
}

/** Types of items that go to the model although their name does not end in `_output`. */
const GIVEN = new Set([
  "mcp_approval_response",
  "item_reference",
  "compaction",
  "compaction_trigger",
  "additional_tools",
  "configuration_update",
]);

function isAnswer(value: JsonObject): boolean {
  const type = textOf(value.type) ?? "";
  if (type === "message") return value.role === "assistant";
  // The outputs of tools that the provider runs itself stand in its own answer.
  if (type.endsWith("_output")) return value.execution === "server";
  return !GIVEN.has(type);
}

function readMessage(value: JsonObject): FromResponses {
  const role = ROLES.find((known) => known === value.role);
  if (role === undefined) {
    return opaque(
      { ...value, type: "message" },
      null,
      `a message whose role is none of ${ROLES.join(", ")} is kept as it is`,
    );
  }
  const parts = readContent(value.content);
  const fields = { ...remainder(value, "type", "role", "content"), ...remainderOfParts("content", parts) };
  const item: InputItem = { kind: "message", role, parts: parts.map(({ part }) => part), ...extraOf(OPENAI, fields) };
  return { item, side: role === "assistant" ? "answer" : "input" };
}

function readCall(value: JsonObject, type: string, words: "arguments" | "input"): FromResponses {
  const callId = textOf(value.call_id);
  const name = textOf(value.name);
  if (callId === null || name === null) {
    return opaque(value, null, `a ${type} without ${callId === null ? "call_id" : "name"} is kept as it is`);
  }
  const fields = {
    ...remainder(value, "type", "call_id", "name", words),
    ...(type === "function_call" ? {} : { type }),
  };
  const item: InputItem = {
    kind: "tool_call",
    callId,
    name,
    arguments: textOf(value[words]) ?? JSON.stringify(value[words] ?? {}),
    ...extraOf(OPENAI, fields),
  };
  return { item, side: "answer" };
}

function readResult(value: JsonObject): FromResponses {
  const callId = textOf(value.call_id);
  const type = textOf(value.type) ?? "";
  if (callId === null) return opaque(value, null, `a ${type} without call_id is kept as it is`);
  const parts = readOutput(value.output);
  const fields = {
    ...remainder(value, "type", "call_id", "output"),
    ...remainderOfParts("output", parts),
    ...(type === "function_call_output" ? {} : { type }),
  };
  const item: InputItem = {
    kind: "tool_result",
    callId,
    parts: parts.map(({ part }) => part),
    ...extraOf(OPENAI, fields),
  };
  return { item, side: "input" };
}

/** A list of one text is told from a text by its type, which is left over for this. */
function readOutput(output: JsonValue | undefined): readonly ReadPart[] {
  const parts = readContent(output);
  if (!isList(output) || parts.length !== 1) return parts;
  return parts.map(({ part, rest }) => ({ part, rest: part.kind === "text" ? { type: "input_text", ...rest } : rest }));
}

function readReasoning(value: JsonObject, model: string | null): InputItem {
  const summary = isList(value.summary) ? value.summary.map(readSummary) : [];
  const encrypted = textOf(value.encrypted_content);
  const taken = ["type", "summary", ...(encrypted === null ? [] : ["encrypted_content"])];
  return {
    kind: "reasoning",
    summary: summary.map(({ part }) => (part.kind === "text" ? part.text : "")),
    ...(encrypted === null ? {} : { encrypted }),
    provider: OPENAI,
    ...(model === null ? {} : { model }),
    ...extraOf(OPENAI, { ...remainder(value, ...taken), ...remainderOfParts("summary", summary) }),
  };
}

function readSummary(value: JsonValue): ReadPart {
  if (typeof value === "string") return { part: { kind: "text", text: value }, rest: {} };
  const text = isJsonObject(value) ? textOf(value.text) : null;
  if (!isJsonObject(value) || text === null) return { part: { kind: "text", text: "" }, rest: {} };
  const usual = value.type === "summary_text" ? ["type", "text"] : ["text"];
  return { part: { kind: "text", text }, rest: remainder(value, ...usual) };
}
