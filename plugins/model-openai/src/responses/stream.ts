import { isJsonObject, type JsonObject, type JsonValue, type ModelDelta } from "@varve/kernel";
import { type Answer, type AnswerStream, memberOf, textOf } from "@varve/wire";

import { toldFailure } from "../call/failure.ts";

import { responsesAnswer } from "./answer.ts";

/** The events of a streamed response. Its last one repeats the whole, which is what is read. */
export class ResponsesStream implements AnswerStream {
  readonly #model: string;
  /** By the index in the output. */
  readonly #calls = new Map<JsonValue | undefined, { readonly callId: string; readonly name: string }>();
  readonly #done: JsonValue[] = [];
  #last: JsonObject | null = null;

  constructor(model: string) {
    this.#model = model;
  }

  event(event: JsonObject): readonly ModelDelta[] {
    const words = textOf(event.delta) ?? "";
    switch (event.type) {
      case "response.output_text.delta":
      case "response.refusal.delta":
        return [{ kind: "text", text: words }];
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_text.delta":
        return [{ kind: "reasoning", text: words }];
      case "response.output_item.added":
        return this.#added(event);
      case "response.function_call_arguments.delta":
      case "response.custom_tool_call_input.delta": {
        const call = this.#calls.get(event.output_index);
        return call === undefined ? [] : [{ kind: "tool_call", ...call, arguments: words }];
      }
      case "response.output_item.done":
        if (event.item !== undefined) this.#done.push(event.item);
        return [];
      case "response.completed":
      case "response.incomplete":
      case "response.failed":
        if (isJsonObject(event.response)) this.#last = event.response;
        return [];
      case "error":
        throw toldFailure(isJsonObject(event.error) ? event.error : event);
      default:
        return [];
    }
  }

  end(): Answer | null {
    if (this.#last === null) return null;
    const { output } = this.#last;
    // Some servers leave the output out of the last event, since all of it was told before.
    const isTold = Array.isArray(output) && output.length > 0;
    return responsesAnswer(isTold ? this.#last : { ...this.#last, output: this.#done }, this.#model);
  }

  #added({ item, output_index: index }: JsonObject): readonly ModelDelta[] {
    const callId = textOf(memberOf(item, "call_id"));
    const name = textOf(memberOf(item, "name"));
    if (callId === null || name === null) return [];
    this.#calls.set(index, { callId, name });
    return [{ kind: "tool_call", callId, name, arguments: "" }];
  }
}
