import type { JsonObject } from "@varve/kernel";
import { json, sse } from "../scripted-server.ts";
import { type Dialect, endOf, halves, REQUEST_ID, type Saying, wantsStream } from "./dialect.ts";

const HEAD = { headers: { "request-id": REQUEST_ID } };

/** What was read from the cache and written to it is not in `input_tokens` here. */
const USAGE = {
  input_tokens: 15,
  cache_read_input_tokens: 100,
  cache_creation_input_tokens: 5,
  output_tokens: 9,
};

/** Anthropic's Messages. */
export const MESSAGES: Dialect = {
  api: "messages",
  path: "/v1/messages",
  idHeader: "request-id",
  says: (saying) => (response, request) => {
    const answer = wantsStream(request.body) ? sse(eventsOf(saying), endOf(saying), HEAD) : json(whole(saying), HEAD);
    answer(response, request);
  },
  error: (status, error, headers = {}) => json({ type: "error", error }, { status, headers }),
};

function whole(saying: Saying): JsonObject {
  const { fails, usage = USAGE } = saying;
  if (fails !== undefined) return { type: "error", error: { type: fails.code, message: fails.message } };
  return { ...start(usage), content: contentOf(saying), stop_reason: stopOf(saying), usage };
}

function start(usage: JsonObject): JsonObject {
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-demo",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...usage, ...("output_tokens" in usage ? { output_tokens: 1 } : {}) },
  };
}

function contentOf({ text, refusal, calls = [] }: Saying): readonly JsonObject[] {
  const said = text ?? refusal;
  return [
    ...(said === undefined ? [] : [{ type: "text", text: said }]),
    ...calls.map(([id, name, args]) => ({ type: "tool_use", id, name, input: JSON.parse(args) })),
  ];
}

function stopOf({ calls = [], isCutOff = false, refusal }: Saying): string {
  if (isCutOff) return "max_tokens";
  if (refusal !== undefined) return "refusal";
  return calls.length > 0 ? "tool_use" : "end_turn";
}

function eventsOf(saying: Saying) {
  const { text, refusal, calls = [], fails, breaksOff, usage = USAGE } = saying;
  const said = text ?? refusal;
  const begun = event("message_start", { message: start(usage) });
  const words =
    said === undefined ? [] : block(0, { type: "text", text: "" }, textDeltas(said), breaksOff !== undefined);
  if (breaksOff !== undefined) return [begun, ...words];
  if (fails !== undefined) {
    return [begun, ...words, event("error", { error: { type: fails.code, message: fails.message } })];
  }
  const used = calls.flatMap(([id, name, args], index) => {
    const pieces = halves(args).map((partial) => ({ type: "input_json_delta", partial_json: partial }));
    return block(index + (said === undefined ? 0 : 1), { type: "tool_use", id, name, input: {} }, pieces);
  });
  const output = "output_tokens" in usage ? { output_tokens: usage.output_tokens ?? 0 } : {};
  const end = { delta: { stop_reason: stopOf(saying), stop_sequence: null }, usage: output };
  return [begun, ...words, ...used, event("message_delta", end), event("message_stop", {})];
}

function textDeltas(text: string): readonly JsonObject[] {
  return halves(text).map((piece) => ({ type: "text_delta", text: piece }));
}

function block(index: number, begin: JsonObject, deltas: readonly JsonObject[], isOpen = false) {
  return [
    event("content_block_start", { index, content_block: begin }),
    ...deltas.map((delta) => event("content_block_delta", { index, delta })),
    ...(isOpen ? [] : [event("content_block_stop", { index })]),
  ];
}

function event(type: string, more: JsonObject) {
  return { event: type, data: { type, ...more } };
}
