import { isJsonObject, type JsonObject, type JsonValue, type ModelDelta } from "@varve/kernel";
import { type Answer, type AnswerStream, isList, memberOf, textOf } from "@varve/wire";
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
    const content = [...this.#blocks.values()].map(whole);
    return answerOf({ ...this.#message, content, usage: this.#usage }, this.#model);
  }

  /** The last word on each figure counts; what a later event leaves out was said before. */
  #measured(usage: JsonValue | undefined): void {
    if (!isJsonObject(usage)) return;
    const said = Object.entries(usage).filter(([, value]) => value !== null);
    this.#usage = { ...this.#usage, ...Object.fromEntries(said) };
  }

  #begun(index: JsonValue | undefined, block: JsonValue | undefined): readonly ModelDelta[] {
    if (!isJsonObject(block)) return [];
    this.#blocks.set(index, block);
    return calledIn(block, "");
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
      case "citations_delta": {
        const known = isList(block.citations) ? block.citations : [];
        if (delta.citation !== undefined) this.#blocks.set(index, { ...block, citations: [...known, delta.citation] });
        return [];
      }
      case "input_json_delta": {
        const words = textOf(delta.partial_json) ?? "";
        // A call without arguments comes as one empty piece: its input is the empty object that it began with.
        if (words !== "") grow("input", words);
        return calledIn(block, words);
      }
      default:
        return [];
    }
  }
}

/** The piece of a call, where the block is a call of one of the caller's own tools. */
function calledIn({ type, id, name }: JsonObject, words: string): readonly ModelDelta[] {
  const [callId, toolName] = [textOf(id), textOf(name)];
  if (type !== "tool_use" || callId === null || toolName === null) return [];
  return [{ kind: "tool_call", callId, name: toolName, arguments: words }];
}

/**
 * A block with its input as it has to be: of a call the model's own text, which would be written again with other spacing; of
 * the provider's own tools an object, which goes back as one.
 */
function whole(block: JsonObject): JsonObject {
  const { input } = block;
  if (block.type === "tool_use" || typeof input !== "string") return block;
  try {
    return { ...block, input: JSON.parse(input) };
  } catch {
    // Broken off by the answer's limit. The API wants an object.
    return { ...block, input: {} };
  }
}
