import { isJsonObject, type JsonObject, type JsonValue, type ModelDelta } from "@varve/kernel";
import { type Answer, type AnswerStream, memberOf, textOf } from "@varve/wire";
import { answerOf } from "./answer.ts";

/** The events of a streamed message, put together to the message that would have come whole. */
export class MessageStream implements AnswerStream {
  readonly #model: string;
  readonly #blocks = new Map<JsonValue | undefined, JsonObject>();
  #message: JsonObject = {};
  #usage: JsonObject = {};
  #hasEnded = false;

  constructor(model: string) {
    this.#model = model;
  }

  /** @returns what of it can be shown */
  event(event: JsonObject): readonly ModelDelta[] {
    switch (event.type) {
      case "message_start":
        if (isJsonObject(event.message)) this.#message = event.message;
        this.#measured(memberOf(event.message, "usage"));
        return [];
      case "content_block_start":
        return this.#begun(event.index, event.content_block);
      case "content_block_delta":
        return this.#grown(event.index, event.delta);
      case "message_delta":
        if (isJsonObject(event.delta)) this.#message = { ...this.#message, ...event.delta };
        this.#measured(event.usage);
        return [];
      case "message_stop":
        this.#hasEnded = true;
        return [];
      default:
        return [];
    }
  }

  /** The whole answer, or `null` where the stream ended before it was. */
  end(): Answer | null {
    if (!this.#hasEnded) return null;
    return answerOf({ ...this.#message, content: [...this.#blocks.values()], usage: this.#usage }, this.#model);
  }

  /** The last word on each figure counts; what a later event leaves out was said before. */
  #measured(usage: JsonValue | undefined): void {
    if (!isJsonObject(usage)) return;
    const said = Object.entries(usage).filter(([, value]) => value !== null);
    this.#usage = { ...this.#usage, ...Object.fromEntries(said) };
  }

  #begun(index: JsonValue | undefined, block: JsonValue | undefined): readonly ModelDelta[] {
    if (!isJsonObject(block)) return [];
    const callId = textOf(block.id);
    const name = textOf(block.name);
    const isCall = block.type === "tool_use" && callId !== null && name !== null;
    // A call's input comes as text, and stays the model's own: an object would be written again with other spacing.
    this.#blocks.set(index, isCall ? { ...block, input: "" } : block);
    return isCall ? [{ kind: "tool_call", callId, name, arguments: "" }] : [];
  }

  #grown(index: JsonValue | undefined, delta: JsonValue | undefined): readonly ModelDelta[] {
    const block = this.#blocks.get(index);
    if (block === undefined || !isJsonObject(delta)) return [];
    const grow = (key: string, more: string): void => {
      this.#blocks.set(index, { ...block, [key]: (textOf(block[key]) ?? "") + more });
    };
    switch (delta.type) {
      case "text_delta": {
        const text = textOf(delta.text) ?? "";
        grow("text", text);
        return [{ kind: "text", text }];
      }
      case "thinking_delta": {
        const text = textOf(delta.thinking) ?? "";
        grow("thinking", text);
        return [{ kind: "reasoning", text }];
      }
      case "signature_delta":
        grow("signature", textOf(delta.signature) ?? "");
        return [];
      case "input_json_delta": {
        const words = textOf(delta.partial_json) ?? "";
        grow("input", words);
        const [callId, name] = [textOf(block.id), textOf(block.name)];
        if (block.type !== "tool_use" || callId === null || name === null) return [];
        return [{ kind: "tool_call", callId, name, arguments: words }];
      }
      default:
        return [];
    }
  }
}
