import type { JsonObject } from "@varve/kernel";
import { json, sse } from "../scripted-server.ts";
import { type Dialect, endOf, halves, REQUEST_ID, type Saying, wantsStream } from "./dialect.ts";

const HEAD = { headers: { "x-request-id": REQUEST_ID } };

const USAGE = {
  prompt_tokens: 120,
  prompt_tokens_details: { cached_tokens: 100, cache_write_tokens: 5 },
  completion_tokens: 9,
  completion_tokens_details: { reasoning_tokens: 4 },
};

/** Chat Completions, at OpenAI and at compatible servers. */
export const CHAT_COMPLETIONS: Dialect = {
  api: "chat_completions",
  path: "/v1/chat/completions",
  idHeader: "x-request-id",
  says: (saying) => (response, request) => {
    const answer = wantsStream(request.body) ? sse(chunksOf(saying), endOf(saying), HEAD) : json(whole(saying), HEAD);
    answer(response, request);
  },
  error: (status, error, headers = {}) => json({ error }, { status, headers }),
};

function whole(saying: Saying): JsonObject {
  const { text, refusal, calls = [], fails, usage = USAGE } = saying;
  if (fails !== undefined) return { error: { ...fails } };
  const message = {
    role: "assistant",
    content: text ?? null,
    ...(refusal === undefined ? {} : { refusal }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(toolCall) }),
  };
  const choices = [{ index: 0, message, finish_reason: finishOf(saying) }];
  return { id: "chatcmpl_1", object: "chat.completion", model: "gpt-6.1-sol", choices, usage };
}

function finishOf({ calls = [], isCutOff = false }: Saying): string {
  if (isCutOff) return "length";
  return calls.length > 0 ? "tool_calls" : "stop";
}

function toolCall([id, name, args]: readonly [string, string, string]): JsonObject {
  return { id, type: "function", function: { name, arguments: args } };
}

function chunksOf(saying: Saying) {
  const { text, refusal, calls = [], fails, breaksOff, usage = USAGE } = saying;
  const told = [
    ...halves(text ?? "").map((content) => chunk({ content })),
    ...halves(refusal ?? "").map((piece) => chunk({ refusal: piece })),
    ...calls.flatMap(([id, name, args], index) => [
      chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }),
      ...halves(args).map((words) => chunk({ tool_calls: [{ index, function: { arguments: words } }] })),
    ]),
  ];
  if (breaksOff !== undefined) return told;
  if (fails !== undefined) return [...told, { data: { error: { ...fails } } }];
  return [...told, chunk({}, finishOf(saying)), { data: { choices: [], usage } }, { data: "[DONE]" }];
}

function chunk(delta: JsonObject, finish: string | null = null) {
  return { data: { object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] } };
}
