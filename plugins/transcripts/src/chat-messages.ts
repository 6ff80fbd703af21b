import { type InputItem, type JsonObject, partsText, type Role } from "@varve/kernel";
import {
  CHAT,
  chatMessage,
  extraOf,
  fromChatAnswer,
  readChatContent,
  remainder,
  remainderOfParts,
  textOf,
  UnnamedCalls,
} from "@varve/wire";
import { describe } from "./describe.ts";
import type { AnswerFacts, Place, Tape } from "./format-reader.ts";

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
        this.#tape.input([chatMessage("user", message, readChatContent(message.content))]);
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
    else this.#tape.input([chatMessage(role, message, parts)]);
  }

  #answer(message: JsonObject, place: Place): readonly InputItem[] {
    return fromChatAnswer(message, {
      nameCall: (name) => this.#unnamed.open(name),
      problem: (call, reason) =>
        this.#tape.problem(
          place,
          reason === "no_call"
            ? `skipped: ${describe(call)} is no tool call`
            : "a call without an id was given one, so that its result finds it",
        ),
    });
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
