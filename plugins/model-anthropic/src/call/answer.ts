import { isJsonObject, type JsonObject, type ModelResponse } from "@varve/kernel";
import { type Answer, anthropicUsage, CallFailure, fromMessage } from "@varve/wire";
import { toldFailure } from "./failure.ts";

/**
 * Reads a whole message.
 * @param model who gave it: only that model can read its signed thinking
 * @throws CallFailure for one that failed, or is none
 */
export function answerOf(message: JsonObject, model: string): Answer {
  if (message.type === "error" || isJsonObject(message.error)) throw toldFailure(message.error);
  const read = fromMessage(message.content, "assistant", model);
  if (read === null || message.type !== "message") {
    throw new CallFailure({ kind: "unparsable", message: "an answer that is no message", mayBePaid: true });
  }
  return { items: read.items, usage: anthropicUsage(message.usage), finish: finishOf(message.stop_reason) };
}

function finishOf(reason: JsonObject[string]): ModelResponse["finish"] {
  switch (reason) {
    case "end_turn":
    case "stop_sequence":
      return "stop";
    case "tool_use":
      return "tool_calls";
    case "max_tokens":
    case "model_context_window_exceeded":
      return "length";
    case "refusal":
      return "refused";
    default:
      return "other";
  }
}
