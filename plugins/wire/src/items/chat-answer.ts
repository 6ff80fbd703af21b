import { type InputItem, isJsonObject, type JsonObject, type JsonValue, type Role } from "@varve/kernel";
import { isList, memberOf, textOf } from "../json-reads.ts";
import { readChatContent } from "./chat-parts.ts";
import { extraOf, type ReadPart, remainder, remainderOfParts } from "./remainder.ts";

/**
 * The name under which items keep what has no place in the neutral form. It is not OpenAI's, although the format is:
 * these fields (a participant's `name`, a compatible server's additions) would be refused by the Responses API.
 */
export const CHAT = "chat_completions";

/** What an assistant's message cannot say itself. */
export interface ChatAnswerReading {
  /** The id of a call that came without one. */
  nameCall(name: string): string;
  /** Takes down what is odd. */
  problem(value: JsonValue, reason: "no_call" | "no_id"): void;
}

/** The items of an assistant's Chat Completions message, in order: reasoning, what it said, its calls. */
export function fromChatAnswer(message: JsonObject, reading: ChatAnswerReading): readonly InputItem[] {
  const calls = [...callsOf(message, reading)];
  const reasoning = reasoningOf(message);
  const refusal = textOf(message.refusal);
  const parts: readonly ReadPart[] = [
    ...readChatContent(message.content),
    ...(refusal === null ? [] : [{ part: { kind: "text", text: refusal }, rest: { type: "refusal" } } as const]),
  ];
  const beside = calls.length > 0 || reasoning.length > 0;
  // Beside calls, an empty content is no message but the lack of one.
  const silent = parts.every(({ part }) => part.kind === "text" && part.text === "");
  return [...reasoning, ...(beside && silent ? [] : [chatMessage("assistant", message, parts)]), ...calls];
}

/** Members of a message that are carried by items of their own, or are facts of the call. */
const CARRIED = [
  "role",
  "content",
  "tool_calls",
  "function_call",
  "refusal",
  "reasoning_content",
  "reasoning",
  "usage",
  "model",
];

/** The item of a message with what the neutral form has no place for. */
export function chatMessage(role: Role, message: JsonObject, parts: readonly ReadPart[]): InputItem {
  const fields = { ...remainder(message, ...CARRIED), ...remainderOfParts("content", parts) };
  return { kind: "message", role, parts: parts.map(({ part }) => part), ...extraOf(CHAT, fields) };
}

function* callsOf(message: JsonObject, { nameCall, problem }: ChatAnswerReading): Generator<InputItem> {
  for (const call of isList(message.tool_calls) ? message.tool_calls : []) {
    const custom = memberOf(call, "type") === "custom";
    const called = memberOf(call, custom ? "custom" : "function");
    const name = textOf(memberOf(called, "name"));
    if (!isJsonObject(call) || name === null) {
      problem(call, "no_call");
      continue;
    }
    let callId = textOf(call.id);
    if (callId === null) {
      callId = nameCall(name);
      problem(call, "no_id");
    }
    const fields = { ...remainder(call, "id", "type", "function", "custom"), ...(custom ? { type: "custom" } : {}) };
    const words = argumentsOf(memberOf(called, custom ? "input" : "arguments"));
    yield { kind: "tool_call", callId, name, arguments: words, ...extraOf(CHAT, fields) };
  }
  const legacy = message.function_call;
  const name = textOf(memberOf(legacy, "name"));
  if (name === null) return;
  const words = argumentsOf(memberOf(legacy, "arguments"));
  yield {
    kind: "tool_call",
    callId: nameCall(name),
    name,
    arguments: words,
    ...extraOf(CHAT, { type: "function_call" }),
  };
}

/** Compatible servers give the reasoning beside the content, under one of two names. */
function reasoningOf(message: JsonObject): readonly InputItem[] {
  const text = textOf(message.reasoning_content) ?? textOf(message.reasoning) ?? "";
  return text === "" ? [] : [{ kind: "reasoning", summary: [text], provider: CHAT }];
}

/** The model's own string as it came; a server that records an object has none. */
function argumentsOf(value: JsonValue | undefined): string {
  return textOf(value) ?? JSON.stringify(value ?? {});
}
