import { type InputItem, isJsonObject, type JsonObject, type JsonValue, partsText, type Role } from "@varve/kernel";
import { readChatContent } from "./chat-parts.ts";
import type { AnswerFacts, Place, Tape } from "./format-reader.ts";
import { describe, isList, memberOf, textOf } from "./recorded-json.ts";
import { extraOf, type ReadPart, remainder, remainderOfParts } from "./remainder.ts";
import { UnnamedCalls } from "./unnamed-calls.ts";

/**
 * The name under which items keep what has no place in the neutral form. It is not OpenAI's, although the format is:
 * these fields (a participant's `name`, a compatible server's additions) would be refused by the Responses API.
 */
const CHAT = "chat_completions";

export const CHAT_ROLES = ["system", "developer", "user", "assistant", "tool", "function"] as const;

/** Lays Chat Completions messages on a tape, one after the other. */
export class ChatMessages {
  readonly #tape: Tape;
  readonly #unnamed = new UnnamedCalls();

  constructor(tape: Tape) {
    this.#tape = tape;
  }

  lay(message: JsonObject, place: Place, facts: AnswerFacts): void {
    switch (message.role) {
      case "system":
      case "developer":
        this.#layInstructions(message, message.role);
        break;
      case "user":
        this.#tape.input([messageItem("user", message, readChatContent(message.content))]);
        break;
      case "assistant":
        this.#tape.answer(this.#answer(message, place), facts);
        break;
      case "tool":
      case "function":
        this.#layResult(message, place);
        break;
      default:
        this.#tape.problem(place, `skipped: ${describe(message)} has none of the roles ${CHAT_ROLES.join(", ")}`);
    }
  }

  /** What stands before the conversation are the instructions; later ones are messages in it. */
  #layInstructions(message: JsonObject, role: Role): void {
    const parts = readChatContent(message.content);
    const plain = parts.every(({ part }) => part.kind === "text");
    if (this.#tape.empty && plain) this.#tape.instructions(partsText(parts.map(({ part }) => part)));
    else this.#tape.input([messageItem(role, message, parts)]);
  }

  #answer(message: JsonObject, place: Place): readonly InputItem[] {
    const calls = [...this.#calls(message, place)];
    const reasoning = reasoningOf(message);
    const refusal = textOf(message.refusal);
    const parts: readonly ReadPart[] = [
      ...readChatContent(message.content),
      ...(refusal === null ? [] : [{ part: { kind: "text", text: refusal }, rest: { type: "refusal" } } as const]),
    ];
    const beside = calls.length > 0 || reasoning.length > 0;
    // Beside calls, an empty content is no message but the lack of one.
    const silent = parts.every(({ part }) => part.kind === "text" && part.text === "");
    return [...reasoning, ...(beside && silent ? [] : [messageItem("assistant", message, parts)]), ...calls];
  }

  *#calls(message: JsonObject, place: Place): Generator<InputItem> {
    const calls = message.tool_calls;
    for (const call of isList(calls) ? calls : []) {
      const custom = memberOf(call, "type") === "custom";
      const called = memberOf(call, custom ? "custom" : "function");
      const name = textOf(memberOf(called, "name"));
      if (!isJsonObject(call) || name === null) {
        this.#tape.problem(place, `skipped: ${describe(call)} is no tool call`);
        continue;
      }
      let callId = textOf(call.id);
      if (callId === null) {
        callId = this.#unnamed.open(name);
        this.#tape.problem(place, `a call of ${name} without an id was given one: ${callId}`);
      }
      const fields = { ...remainder(call, "id", "type", "function", "custom"), ...(custom ? { type: "custom" } : {}) };
      const words = argumentsOf(memberOf(called, custom ? "input" : "arguments"));
      yield { kind: "tool_call", callId, name, arguments: words, ...extraOf(CHAT, fields) };
    }
    const legacy = message.function_call;
    const name = textOf(memberOf(legacy, "name"));
    if (name === null) return;
    const words = argumentsOf(memberOf(legacy, "arguments"));
    const extra = extraOf(CHAT, { type: "function_call" });
    yield { kind: "tool_call", callId: this.#unnamed.open(name), name, arguments: words, ...extra };
  }

  #layResult(message: JsonObject, place: Place): void {
    const name = textOf(message.name);
    const callId = textOf(message.tool_call_id) ?? this.#unnamed.answer(name);
    if (callId === null) {
      this.#tape.problem(place, "skipped: a tool's result that names no call, while no unnamed call is open");
      return;
    }
    const parts = readChatContent(message.content);
    const fields = {
      ...remainder(message, "role", "tool_call_id", "content"),
      ...remainderOfParts("content", parts),
      ...(message.role === "function" ? { type: "function" } : {}),
    };
    this.#tape.input([{ kind: "tool_result", callId, parts: parts.map(({ part }) => part), ...extraOf(CHAT, fields) }]);
  }
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

function messageItem(role: Role, message: JsonObject, parts: readonly ReadPart[]): InputItem {
  const fields = { ...remainder(message, ...CARRIED), ...remainderOfParts("content", parts) };
  return { kind: "message", role, parts: parts.map(({ part }) => part), ...extraOf(CHAT, fields) };
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
