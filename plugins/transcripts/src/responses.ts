import { type JsonObject, type JsonValue, message } from "@varve/kernel";
import { type FromResponses, fromResponsesItem, isList, memberOf, openaiUsage, textOf } from "@varve/wire";
import { describe } from "./describe.ts";
import { elementsOf } from "./elements.ts";
import type { FormatReader, Likeness, Place, RecordSink, Tape } from "./format-reader.ts";
import { layTools } from "./tool-definitions.ts";

/**
 * OpenAI Responses: items, each a record; or one request body `{ instructions?, tools?, input }` (or `items`), with or
 * without the `output` of its response; response objects may stand among the items and bring usage and model.
 */
export const responsesReader: FormatReader = { id: "responses", title: "OpenAI Responses items", recognise, begin };

/** Types of items of the Responses API, as its published schema names them; `message` is shared with other formats. */
const ITEM_TYPES = new Set([
  "function_call",
  "function_call_output",
  "custom_tool_call",
  "custom_tool_call_output",
  "reasoning",
  "compaction",
  "item_reference",
  "web_search_call",
  "file_search_call",
  "code_interpreter_call",
  "image_generation_call",
  "computer_call",
  "computer_call_output",
  "local_shell_call",
  "local_shell_call_output",
  "shell_call",
  "shell_call_output",
  "apply_patch_call",
  "apply_patch_call_output",
  "tool_search_call",
  "tool_search_output",
  "mcp_call",
  "mcp_list_tools",
  "mcp_approval_request",
  "mcp_approval_response",
]);
const PART_TYPES = new Set(["input_text", "output_text", "input_image", "input_file", "refusal"]);

function recognise(records: readonly JsonObject[]): Likeness | null {
  let request = false;
  for (const record of records) {
    if (record.object === "response") return { strength: "certain", because: "a response object" };
    request ||= isSession(record);
    for (const item of isSession(record) ? listOf(record.input ?? record.items) : [record]) {
      const because = evidence(item);
      if (because !== null) return { strength: "certain", because };
    }
  }
  return request ? { strength: "likely", because: "a request body with input" } : null;
}

function evidence(item: JsonValue): string | null {
  const type = textOf(memberOf(item, "type"));
  if (type !== null && ITEM_TYPES.has(type)) return `items of type ${type}`;
  if (typeof memberOf(item, "role") !== "string") return null;
  const content = memberOf(item, "content");
  const part = listOf(content)
    .map((each) => textOf(memberOf(each, "type")) ?? "")
    .find((each) => PART_TYPES.has(each));
  if (part !== undefined) return `content parts of type ${part}`;
  return type === "message" && typeof content === "string" ? "items of type message" : null;
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isList(value) ? value : [];
}

/** Whether an object is a whole request rather than an item: items have a `type` or a `role`. */
function isSession(value: JsonObject): boolean {
  if ("type" in value || "role" in value) return false;
  return isList(value.input) || typeof value.input === "string" || isList(value.items);
}

function begin(tape: Tape): RecordSink {
  return {
    record(value, place) {
      if (isSession(value)) laySession(value, tape, place);
      else if (value.object === "response") layResponse(value, tape, place);
      else layItem(value, tape, place);
    },
  };
}

function laySession(value: JsonObject, tape: Tape, place: Place): void {
  tape.whole(place);
  const instructions = textOf(value.instructions);
  if (instructions !== null) tape.instructions(instructions);
  else if (isList(value.instructions)) tape.leaveOut("lists of instructions", "instructions are one text here");
  layTools(value.tools, tape, place);
  const input = value.input ?? value.items;
  const model = textOf(value.model);
  if (typeof input === "string") tape.input([message("user", input)]);
  else for (const item of elementsOf(listOf(input), place, tape)) layItem(item.value, tape, item.place, model);
  if (isList(value.output)) layResponse(value, tape, place);
}

function layItem(value: JsonObject, tape: Tape, place: Place, model: string | null = null): void {
  const read = readItem(value, tape, place, model);
  if (read === null) return;
  if (read.side === "answer") tape.answer([read.item]);
  else tape.input([read.item]);
}

/** All output of a response is one answer, also the results of tools that the provider ran in it. */
function layResponse(response: JsonObject, tape: Tape, place: Place): void {
  const id = textOf(response.id);
  const model = textOf(response.model);
  const items = [...elementsOf(listOf(response.output), place, tape)].flatMap((output) => {
    const read = readItem(output.value, tape, output.place, model);
    return read === null ? [] : [read.item];
  });
  tape.answer(items, { ...(id === null ? {} : { id }), usage: openaiUsage(response.usage), model });
}

function readItem(value: JsonObject, tape: Tape, place: Place, model: string | null): FromResponses | null {
  const read = fromResponsesItem(value, model);
  if (read === null) tape.problem(place, `skipped: ${describe(value)} is no Responses item`);
  else if (read.problem !== undefined) tape.problem(place, read.problem);
  return read;
}
