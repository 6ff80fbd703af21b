import { isJsonObject, type JsonObject, type JsonValue, type ModelResponse } from "@varve/kernel";
import {
  type Answer,
  CallFailure,
  fromChatAnswer,
  isList,
  memberOf,
  openaiUsage,
  textOf,
  UnnamedCalls,
} from "@varve/wire";

import { toldFailure } from "../call/failure.ts";

/**
 * Reads a whole completion: its first choice.
 * @throws CallFailure for one that failed, or is none
 */
export function chatAnswer(completion: JsonObject): Answer {
  if (isJsonObject(completion.error)) throw toldFailure(completion.error);
  const choice = isList(completion.choices) ? completion.choices[0] : undefined;
  const message = memberOf(choice, "message");
  if (!isJsonObject(message)) {
    throw new CallFailure({ kind: "unparsable", message: "a completion without a message", mayBePaid: true });
  }
  const unnamed = new UnnamedCalls();
  const items = fromChatAnswer(message, {
    nameCall: (name) => unnamed.open(name),
    problem: (call, reason) => {
      if (reason === "no_id") return;
      const found = `a tool call that is none: ${JSON.stringify(call).slice(0, 80)}`;
      throw new CallFailure({ kind: "unparsable", message: found, mayBePaid: true });
    },
  });
  const isSilent = items.every((item) => item.kind === "message" && item.parts.length === 0);
  return {
    items: isSilent ? [] : items,
    usage: openaiUsage(completion.usage),
    finish: finishOf(memberOf(choice, "finish_reason"), message),
  };
}

function finishOf(reason: JsonValue | undefined, message: JsonObject): ModelResponse["finish"] {
  if (reason === "length") return "length";
  if (reason === "content_filter" || textOf(message.refusal) !== null) return "refused";
  // A few servers say `stop` beside calls; what they want done is what they called.
  const called = (isList(message.tool_calls) && message.tool_calls.length > 0) || isJsonObject(message.function_call);
  if (called) return "tool_calls";
  return reason === "stop" ? "stop" : "other";
}
