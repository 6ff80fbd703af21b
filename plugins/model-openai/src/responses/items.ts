import type { JsonObject, Message, Reasoning, ToolCall, ToolResult } from "@varve/kernel";
import { wireName } from "@varve/wire";
import { PROVIDER } from "../provider.ts";
import { extraFields, withFields } from "./extra-fields.ts";
import { inputParts, spokenText } from "./parts.ts";
import { isReadableBy } from "./sealed.ts";

/** A message, or nothing where it has no content. */
export function wireMessage(message: Message): readonly JsonObject[] {
  const { content: rests, ...fields } = extraFields(message.extra);
  const { role, parts } = message;
  if (role === "assistant") {
    // The list form of an assistant's content asks for the id of a stored item. Text alone does not, but it is one text:
    // each part becomes a message, so that no two texts grow together.
    return parts
      .map(spokenText)
      .filter((text) => text !== "")
      .map((content) => withFields({ type: "message", role, content }, fields));
  }
  const content = inputParts(parts, rests);
  return content.length === 0 ? [] : [withFields({ type: "message", role, content }, fields)];
}

/** How a call stands in the request. */
export type CallType = "function_call" | "custom_tool_call";

/** How a call stands in the request: a custom tool's stays one. */
export function callType(call: ToolCall): CallType {
  return extraFields(call.extra).type === "custom_tool_call" ? "custom_tool_call" : "function_call";
}

/** A call with the model's own arguments, byte for byte, whether they are JSON or not. */
export function wireCall(call: ToolCall, id: string, type: CallType): JsonObject {
  const words = type === "custom_tool_call" ? { input: call.arguments } : { arguments: call.arguments };
  return withFields({ type, call_id: id, name: wireName(call.name), ...words }, extraFields(call.extra));
}

/** A result. One text is sent as a text, anything else as a list of parts. */
export function wireResult(result: ToolResult, id: string, type: CallType): JsonObject {
  const { output: _, ...fields } = extraFields(result.extra);
  const parts = inputParts(result.parts);
  const [first] = parts;
  const isText = parts.length === 0 || (parts.length === 1 && first?.type === "input_text");
  const output = isText ? (first?.text ?? "") : parts;
  return withFields({ type: `${type}_output`, call_id: id, output }, fields);
}

/** A result whose call is not in the request. It cannot stand there as one, but what it says is not lost. */
export function orphanedResult({ parts }: ToolResult): readonly JsonObject[] {
  const content = inputParts(parts);
  return content.length === 0 ? [] : [{ type: "message", role: "user", content }];
}

/**
 * A reasoning item as it can be replayed, or `null`: only with its encrypted content, which this provider made and this
 * model can read. The content is sealed together with the item's id, which is therefore sent back with it and is not looked
 * up; an id alone would be, and nothing is stored. Where the id was not recorded, the item cannot be replayed.
 */
export function wireReasoning(reasoning: Reasoning, model: string): JsonObject | null {
  const { provider, encrypted, summary } = reasoning;
  const { id, summary: _, ...fields } = extraFields(reasoning.extra);
  if (provider !== PROVIDER || encrypted === undefined || encrypted === "") return null;
  if (typeof id !== "string" || id === "" || !isReadableBy(reasoning.model, model)) return null;
  const texts = summary.map((text) => ({ type: "summary_text", text }));
  return withFields({ type: "reasoning", id, summary: texts, encrypted_content: encrypted }, fields);
}
