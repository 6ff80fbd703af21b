import {
  type InputItem,
  isJsonObject,
  type JsonObject,
  type Part,
  type Reasoning,
  type ToolCall,
  type ToolResult,
} from "@varve/kernel";
import { isList } from "../json-reads.ts";
import { OPENAI } from "./from-responses-item.ts";
import { writeContent } from "./responses-parts.ts";

/**
 * The Responses item of a neutral item; `null` for what only another provider can read (its own items, and reasoning of
 * which nothing but encrypted content is known).
 *
 * What was read from a Responses item is written back with every field that it had, with two spellings made one: content
 * is written as a list of parts, and `type: "message"` is written out. What came from elsewhere keeps what the Responses API
 * has a place for: a failed result is written without its mark.
 */
export function toResponsesItem(item: InputItem): JsonObject | null {
  switch (item.kind) {
    case "message": {
      const fields = fieldsOf(item);
      const content = writeContent(item.parts, item.role, fields.content);
      return { ...fields, type: "message", role: item.role, content };
    }
    case "tool_call":
      return writeCall(item);
    case "tool_result":
      return writeResult(item);
    case "reasoning":
      return writeReasoning(item);
    case "opaque":
      return item.provider === OPENAI ? item.data : null;
  }
}

function fieldsOf(item: Exclude<InputItem, { readonly kind: "opaque" }>): JsonObject {
  return item.extra?.provider === OPENAI ? item.extra.fields : {};
}

function writeCall(item: ToolCall): JsonObject {
  const fields = fieldsOf(item);
  const { callId, name } = item;
  if (fields.type === "custom_tool_call") return { ...fields, call_id: callId, name, input: item.arguments };
  return { ...fields, type: "function_call", call_id: callId, name, arguments: item.arguments };
}

function writeResult(item: ToolResult): JsonObject {
  const { output: rests, ...fields } = fieldsOf(item);
  const type = fields.type === "custom_tool_call_output" ? fields.type : "function_call_output";
  const [first, ...others] = item.parts;
  // Whether one text was a list of one is told by what was left over of it.
  const asText = isList(rests) || others.length > 0 ? null : textOfPart(first);
  const output = asText ?? writeContent(item.parts, "user", rests);
  return { ...fields, type, call_id: item.callId, output };
}

function textOfPart(part: Part | undefined): string | null {
  if (part === undefined) return "";
  return part.kind === "text" ? part.text : null;
}

function writeReasoning(item: Reasoning): JsonObject | null {
  const own = item.provider === OPENAI;
  if (!own && item.summary.length === 0) return null;
  const { summary: rests, ...fields } = fieldsOf(item);
  const kept = isList(rests) && rests.length === item.summary.length ? rests : [];
  const summary = item.summary.map((text, index) => {
    const rest = kept[index];
    return { type: "summary_text", ...(isJsonObject(rest) ? rest : {}), text };
  });
  const encrypted = own && item.encrypted !== undefined ? { encrypted_content: item.encrypted } : {};
  return { ...fields, type: "reasoning", summary, ...encrypted };
}
