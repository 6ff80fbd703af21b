import { isJsonObject, type JsonObject, type JsonValue, type ModelDelta } from "@varve/kernel";
import { type Answer, type AnswerStream, isList, memberOf, textOf } from "@varve/wire";

import { toldFailure } from "../call/failure.ts";

import { chatAnswer } from "./answer.ts";

interface StreamedCall {
  readonly id: string | null;
  readonly name: string;
  readonly arguments: string;
}

/** Texts of a message that arrive in pieces. */
const TEXTS = ["content", "refusal", "reasoning_content", "reasoning"] as const;

/** The chunks of a streamed completion, put together to the completion that would have come whole. */
export class ChatStream implements AnswerStream {
  readonly #texts = new Map<string, string>();
  /** By the index that the server gives them, in the order in which they began. */
  readonly #calls = new Map<number, StreamedCall>();
  #finish: JsonValue | undefined;
  #usage: JsonValue | undefined;

  event(chunk: JsonObject): readonly ModelDelta[] {
    if (isJsonObject(chunk.error)) throw toldFailure(chunk.error);
    if (isJsonObject(chunk.usage)) this.#usage = chunk.usage;
    const choice = isList(chunk.choices) ? chunk.choices[0] : undefined;
    const reason = memberOf(choice, "finish_reason");
    if (typeof reason === "string") this.#finish = reason;
    const delta = memberOf(choice, "delta");
    if (!isJsonObject(delta)) return [];
    return [...this.#said(delta), ...this.#called(delta)];
  }

  end(): Answer | null {
    if (this.#finish === undefined) return null;
    const calls = [...this.#calls.values()].map(({ id, name, arguments: words }) => {
      return { ...(id === null ? {} : { id }), type: "function", function: { name, arguments: words } };
    });
    const message = {
      role: "assistant",
      ...Object.fromEntries(this.#texts),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    };
    const choices = [{ message, finish_reason: this.#finish }];
    return chatAnswer(this.#usage === undefined ? { choices } : { choices, usage: this.#usage });
  }

  *#said(delta: JsonObject): Generator<ModelDelta> {
    for (const key of TEXTS) {
      const text = textOf(delta[key]);
      if (text === null || text === "") continue;
      this.#texts.set(key, (this.#texts.get(key) ?? "") + text);
      yield { kind: key === "content" || key === "refusal" ? "text" : "reasoning", text };
    }
  }

  *#called(delta: JsonObject): Generator<ModelDelta> {
    for (const piece of isList(delta.tool_calls) ? delta.tool_calls : []) {
      const id = textOf(memberOf(piece, "id"));
      const called = memberOf(piece, "function");
      const [name, words] = [textOf(memberOf(called, "name")) ?? "", textOf(memberOf(called, "arguments")) ?? ""];
      const index = this.#indexOf(memberOf(piece, "index"), id);
      const before = this.#calls.get(index) ?? { id: null, name: "", arguments: "" };
      // Some servers repeat the name with every piece.
      const call = { id: before.id ?? id, name: before.name || name, arguments: before.arguments + words };
      this.#calls.set(index, call);
      yield { kind: "tool_call", callId: call.id ?? "", name: call.name, arguments: words };
    }
  }

  /** Servers that leave the index out begin a new call with a new id. */
  #indexOf(index: JsonValue | undefined, id: string | null): number {
    if (typeof index === "number") return index;
    const known = [...this.#calls].find(([, call]) => id !== null && call.id === id);
    if (known !== undefined) return known[0];
    return id === null ? Math.max(0, this.#calls.size - 1) : this.#calls.size;
  }
}
