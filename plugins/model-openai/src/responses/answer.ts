import { isJsonObject, type JsonObject, type JsonValue, type ModelResponse } from "@varve/kernel";
import { type Answer, CallFailure, fromResponsesItem, isList, memberOf, openaiUsage, textOf } from "@varve/wire";

import { toldFailure } from "../call/failure.ts";

/**
 * Reads a whole response.
 * @param model who gave it: only that model can read its encrypted reasoning
 * @throws CallFailure for a response that failed, or is none
 */
export function responsesAnswer(response: JsonObject, model: string): Answer {
  const { status, error, output, usage } = response;
  if (status === "failed" || (isJsonObject(error) && status !== "completed")) throw toldFailure(error);
  if (!isList(output)) {
    const message = "a response without an output";
    throw new CallFailure({ kind: "unparsable", message, mayBePaid: true });
  }
  const items = output.flatMap((item) => {
    const read = isJsonObject(item) ? fromResponsesItem(item, model) : null;
    return read === null ? [] : [read.item];
  });
  return { items, usage: openaiUsage(usage), finish: finishOf(response, output) };
}

function finishOf(
  { status, incomplete_details: details }: JsonObject,
  output: readonly JsonValue[],
): ModelResponse["finish"] {
  if (status === "incomplete") {
    const reason = memberOf(details, "reason");
    if (reason === "max_output_tokens") return "length";
    return reason === "content_filter" ? "refused" : "other";
  }
  if (status !== "completed" && status !== undefined) return "other";
  if (output.some(isRefusal)) return "refused";
  const called = output.some((item) => CALLS.has(textOf(memberOf(item, "type")) ?? ""));
  return called ? "tool_calls" : "stop";
}

/** Calls that the caller has to carry out. */
const CALLS = new Set(["function_call", "custom_tool_call"]);

function isRefusal(item: JsonValue): boolean {
  const content = memberOf(item, "content");
  return isList(content) && content.some((part) => memberOf(part, "type") === "refusal");
}
