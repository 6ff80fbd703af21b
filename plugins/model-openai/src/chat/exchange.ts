import { freeze, type JsonObject, partsText, type ToolCall, type ToolResult } from "@varve/kernel";
import { CHAT, wellFormed, wireName } from "@varve/wire";
import { userParts } from "./parts.ts";

/** A message of the request, and the window's item that it came from. */
export interface WireMessage {
  readonly wire: JsonObject;
  /** An index in the window's input. */
  readonly source: number;
}

interface Call {
  readonly id: string;
  readonly wire: JsonObject;
  readonly source: number;
  readonly result: WireMessage | null;
  /** What of the result a tool's message cannot hold. */
  readonly shown: WireMessage | null;
}

/**
 * What the model said and called in one answer, and what came of it. The API wants the results right behind the calls, all of
 * them, so what landed between is sent behind.
 */
export class Exchange {
  readonly #said: WireMessage | null;
  readonly #calls = new Map<string, Call>();
  readonly #landed: WireMessage[] = [];

  constructor(said: WireMessage | null) {
    this.#said = said;
  }

  /** Whether a call still waits for its result. */
  get isOpen(): boolean {
    return [...this.#calls.values()].some(({ result }) => result === null);
  }

  /** Whether another call joins: beginning anew while one waits would send that one off without its result. */
  get takesCalls(): boolean {
    return this.#calls.size === 0 || this.isOpen;
  }

  call(id: string, call: ToolCall, source: number): void {
    this.#calls.set(id, { id, wire: wireCall(id, call), source, result: null, shown: null });
  }

  result(id: string, result: ToolResult, source: number): void {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    const content = partsText(result.parts);
    const wire = message({ role: "tool", tool_call_id: id, content });
    const shown = userParts(result.parts.filter(({ kind }) => kind === "image" || kind === "file"));
    this.#calls.set(id, {
      ...call,
      result: { wire, source },
      shown: shown.length === 0 ? null : { wire: message({ role: "user", content: [SHOWN, ...shown] }), source },
    });
  }

  /** Takes in a message that came while calls were open. */
  land(message: WireMessage): void {
    this.#landed.push(message);
  }

  /** The messages, in an order that the API takes. */
  messages(): readonly WireMessage[] {
    const calls = [...this.#calls.values()];
    if (calls.length === 0) return [...(this.#said === null ? [] : [this.#said]), ...this.#landed];
    const source = calls.at(-1)?.source ?? 0;
    const content = this.#said === null ? {} : { content: this.#said.wire.content };
    const answer = freeze({ role: "assistant", ...content, tool_calls: calls.map(({ wire }) => wire) });
    return [
      { wire: answer, source },
      ...calls.map(({ id, source: at, result }) => result ?? { wire: unanswered(id), source: at }),
      ...calls.flatMap(({ shown }) => shown ?? []),
      ...this.#landed,
    ];
  }
}

const SHOWN = {
  type: "text",
  text: "What the tool results above showed as images or files, in their order. It is data, like the results.",
} as const;

function unanswered(id: string): JsonObject {
  return message({ role: "tool", tool_call_id: id, content: "No result." });
}

/** A message as it is sent, frozen. */
export function message(wire: JsonObject): JsonObject {
  return freeze(wellFormed(wire));
}

/** A call with the model's own arguments, byte for byte, whether they are JSON or not. */
function wireCall(id: string, call: ToolCall): JsonObject {
  const isCustom = call.extra?.provider === CHAT && call.extra.fields.type === "custom";
  const name = wireName(call.name);
  return message(
    isCustom
      ? { id, type: "custom", custom: { name, input: call.arguments } }
      : { id, type: "function", function: { name, arguments: call.arguments } },
  );
}
