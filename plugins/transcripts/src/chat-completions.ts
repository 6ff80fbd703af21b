import { isJsonObject, type JsonObject, type JsonValue } from "@varve/kernel";
import { isList, memberOf, openaiUsage, textOf } from "@varve/wire";
import { CHAT_ROLES, ChatMessages } from "./chat-messages.ts";
import { elementsOf } from "./elements.ts";
import type { AnswerFacts, FormatReader, Likeness, Place, RecordSink, Tape } from "./format-reader.ts";
import { layTools } from "./tool-definitions.ts";

/**
 * OpenAI Chat Completions and compatible servers: messages, each a record; or one request body `{ messages, tools? }`,
 * with or without the `choices` of its response; response objects may stand among the messages and bring usage and model.
 */
export const chatCompletionsReader: FormatReader = {
  id: "chat_completions",
  title: "Chat Completions messages",
  recognise,
  begin,
};

const PART_TYPES = new Set(["image_url", "input_audio"]);
/** Part types that a text conversation can have; any other belongs to a format that is not this one. */
const PLAIN_PART_TYPES = new Set(["text", "refusal", "file"]);

function recognise(records: readonly JsonObject[]): Likeness | null {
  const messages = records.flatMap((record): readonly JsonValue[] => listOf(record.messages) ?? [record]);
  for (const message of messages) {
    const because = evidence(message);
    if (because !== null) return { strength: "certain", because };
  }
  if (messages.length > 0 && messages.every(isPlainMessage)) {
    return { strength: "possible", because: "messages with role and content, and nothing that only one format has" };
  }
  return records.some((record) => listOf(record.messages)?.length === 0)
    ? { strength: "possible", because: "an empty list of messages" }
    : null;
}

function evidence(message: JsonValue): string | null {
  if (!isJsonObject(message)) return null;
  if (isJsonObject(listOf(message.choices)?.[0])) return "a response object with choices";
  const role = message.role;
  if (role === "assistant" && isList(message.tool_calls)) return "messages with tool_calls";
  if (role === "assistant" && isJsonObject(message.function_call)) return "messages with function_call";
  if (role === "tool" && typeof message.tool_call_id === "string") return "messages with tool_call_id";
  const part = (listOf(message.content) ?? [])
    .map((each) => textOf(memberOf(each, "type")) ?? "")
    .find((type) => PART_TYPES.has(type));
  return typeof role === "string" && part !== undefined ? `content parts of type ${part}` : null;
}

function isPlainMessage(message: JsonValue): boolean {
  if (!isJsonObject(message) || !CHAT_ROLES.some((role) => role === message.role)) return false;
  const content = message.content;
  if (!isList(content)) return typeof content === "string" || content === null;
  return content.every((part) => PLAIN_PART_TYPES.has(textOf(memberOf(part, "type")) ?? ""));
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] | null {
  return isList(value) ? value : null;
}

function begin(tape: Tape): RecordSink {
  const messages = new ChatMessages(tape);
  return {
    record(value, place) {
      const list = listOf(value.messages);
      const choices = listOf(value.choices);
      if (list !== null) {
        tape.whole(place);
        layTools(value.tools ?? value.functions, tape, place);
        for (const element of elementsOf(list, place, tape)) {
          messages.lay(element.value, element.place, factsOf(element.value));
        }
      }
      if (choices !== null) layResponse(value, choices, messages, tape, place);
      else if (list === null) messages.lay(value, place, factsOf(value));
    },
  };
}

function layResponse(
  response: JsonObject,
  [first, ...others]: readonly JsonValue[],
  messages: ChatMessages,
  tape: Tape,
  place: Place,
): void {
  const message = memberOf(first, "message");
  const id = textOf(response.id);
  const facts = { ...factsOf(response), ...(id === null ? {} : { id }) };
  if (isJsonObject(message)) messages.lay({ ...message, role: "assistant" }, place, facts);
  else tape.problem(place, "skipped: a response without a message");
  for (const _ of others) {
    tape.leaveOut("further choices", "a conversation goes on from one of them, taken to be the first");
  }
}

function factsOf(value: JsonObject): AnswerFacts {
  return { usage: openaiUsage(value.usage), model: textOf(value.model) };
}
