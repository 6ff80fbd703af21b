import type { JsonObject } from "@varve/kernel";
import { json, sse } from "../scripted-server.ts";
import { type Dialect, endOf, halves, REQUEST_ID, type Saying, wantsStream } from "./dialect.ts";

const HEAD = { headers: { "x-request-id": REQUEST_ID } };

const USAGE = {
  input_tokens: 120,
  input_tokens_details: { cached_tokens: 100, cache_write_tokens: 5 },
  output_tokens: 9,
  output_tokens_details: { reasoning_tokens: 4 },
};

/** OpenAI's Responses API. */
export const RESPONSES: Dialect = {
  api: "responses",
  path: "/v1/responses",
  idHeader: "x-request-id",
  says: (saying) => (response, request) => {
    const answer = wantsStream(request.body) ? sse(eventsOf(saying), endOf(saying), HEAD) : json(whole(saying), HEAD);
    answer(response, request);
  },
  error: (status, error, headers = {}) => json({ error }, { status, headers }),
};

function whole(saying: Saying): JsonObject {
  const { isCutOff = false, fails, usage = USAGE } = saying;
  const status = fails !== undefined ? "failed" : isCutOff ? "incomplete" : "completed";
  return {
    id: "resp_1",
    object: "response",
    status,
    model: "gpt-6.1-sol",
    output: outputOf(saying),
    usage,
    ...(fails === undefined ? {} : { error: { ...fails } }),
    ...(isCutOff ? { incomplete_details: { reason: "max_output_tokens" } } : {}),
  };
}

function outputOf({ text, refusal, calls = [] }: Saying): readonly JsonObject[] {
  const content = [
    ...(text === undefined ? [] : [{ type: "output_text", text, annotations: [] }]),
    ...(refusal === undefined ? [] : [{ type: "refusal", refusal }]),
  ];
  return [
    ...(content.length === 0
      ? []
      : [{ type: "message", id: "msg_1", role: "assistant", status: "completed", content }]),
    ...calls.map(([id, name, args]) => {
      return { type: "function_call", id: `fc_${id}`, call_id: id, name, arguments: args, status: "completed" };
    }),
  ];
}

function eventsOf(saying: Saying) {
  const { text, refusal, calls = [], fails, breaksOff } = saying;
  const told = [
    ...halves(text ?? "").map((delta) => event("response.output_text.delta", { delta, output_index: 0 })),
    ...halves(refusal ?? "").map((delta) => event("response.refusal.delta", { delta, output_index: 0 })),
    ...calls.flatMap(([id, name, args], index) => [
      event("response.output_item.added", {
        output_index: index + 1,
        item: { type: "function_call", call_id: id, name },
      }),
      ...halves(args).map((delta) =>
        event("response.function_call_arguments.delta", { output_index: index + 1, delta }),
      ),
    ]),
  ];
  if (breaksOff !== undefined) return told;
  const last = fails !== undefined ? "failed" : saying.isCutOff === true ? "incomplete" : "completed";
  return [...told, event(`response.${last}`, { response: whole(saying) })];
}

function event(type: string, more: JsonObject) {
  return { event: type, data: { type, ...more } };
}
