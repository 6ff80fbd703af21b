import type { JsonObject, ModelDelta, ModelResponse } from "@varve/kernel";
import {
  callContext,
  conversation,
  json,
  type ScriptedServer,
  type ServedAnswer,
  sse,
  tapped,
  windowOf,
} from "@varve/test-builders";
import plugin, { type OpenAiOptions } from "../src/index.ts";
import { encodeContext } from "./encoded.ts";

export const KEY = "sk-test-0123456789-do-not-tell";

/** Asks the plugin through a scripted server, as a kernel would. */
export async function asking(server: ScriptedServer, options: Partial<OpenAiOptions> = {}) {
  const full: OpenAiOptions = { name: "gpt-6.1-sol", base_url: `${server.url}/v1`, timeout_ms: 2_000, ...options };
  const openai = await tapped(plugin, full);
  const deltas: ModelDelta[] = [];
  const ask = async (
    talk = conversation().user("hi"),
    signal = new AbortController().signal,
    tools: readonly string[] = [],
  ) => {
    const window = windowOf(talk, { tools: tools.map((name) => ({ name, parameters: { type: "object" } })) });
    const request = await openai.call("model.encode.in", encodeContext(window));
    const context = {
      ...callContext({ signal }),
      request,
      purpose: "turn",
      onDelta: (delta: ModelDelta) => void deltas.push(delta),
    };
    const response: unknown = await openai.call("model.invoke.in", context);
    if (!isResponse(response)) throw new Error(`no response: ${JSON.stringify(response)}`);
    return response;
  };
  return { ask, deltas };
}

function isResponse(value: unknown): value is ModelResponse {
  return typeof value === "object" && value !== null && "items" in value && "finish" in value;
}

/** How an API tells the same things. */
export interface Dialect {
  readonly api: NonNullable<OpenAiOptions["api"]>;
  /** Text alone, whole and in pieces. */
  text(words: string): ServedAnswer;
  textInPieces(words: readonly string[], end?: "whole" | "dropped" | "open"): ServedAnswer;
  /** Pieces, and then no finish. */
  unfinished(words: readonly string[], end?: "whole" | "dropped" | "open"): ServedAnswer;
  calls(...calls: readonly (readonly [id: string, name: string, args: string])[]): ServedAnswer;
  callsInPieces(...calls: readonly (readonly [id: string, name: string, args: string])[]): ServedAnswer;
  empty(): ServedAnswer;
  cutOff(words: string): ServedAnswer;
  refusal(words: string): ServedAnswer;
  usage(usage: JsonObject): ServedAnswer;
  failureInStream(code: string, message: string): ServedAnswer;
}

const USAGE = {
  input_tokens: 120,
  input_tokens_details: { cached_tokens: 100, cache_write_tokens: 5 },
  output_tokens: 9,
  output_tokens_details: { reasoning_tokens: 4 },
};

const HEAD = { headers: { "x-request-id": "req_42" } };

function response(output: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  return { id: "resp_1", object: "response", status: "completed", model: "gpt-6.1-sol", output, usage: USAGE, ...more };
}

function said(text: string): JsonObject {
  return {
    type: "message",
    id: "msg_1",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text, annotations: [] }],
  };
}

function called([id, name, args]: readonly [string, string, string]): JsonObject {
  return { type: "function_call", id: `fc_${id}`, call_id: id, name, arguments: args, status: "completed" };
}

function event(type: string, more: JsonObject): { readonly event: string; readonly data: JsonObject } {
  return { event: type, data: { type, ...more } };
}

const pieces = (words: readonly string[]) =>
  words.map((delta) => event("response.output_text.delta", { delta, output_index: 0 }));

const completed = (body: JsonObject) => event("response.completed", { response: body });

export const RESPONSES: Dialect = {
  api: "responses",
  text: (words) => json(response([said(words)]), HEAD),
  textInPieces: (words, end) => sse([...pieces(words), completed(response([said(words.join(""))]))], end, HEAD),
  unfinished: (words, end) => sse(pieces(words), end, HEAD),
  calls: (...calls) => json(response(calls.map(called)), HEAD),
  callsInPieces: (...calls) =>
    sse(
      [
        ...calls.flatMap(([id, name, args], index) => [
          event("response.output_item.added", {
            output_index: index,
            item: { type: "function_call", call_id: id, name },
          }),
          ...[args.slice(0, 3), args.slice(3)].map((delta) =>
            event("response.function_call_arguments.delta", { output_index: index, delta }),
          ),
        ]),
        completed(response(calls.map(called))),
      ],
      "whole",
      HEAD,
    ),
  empty: () => json(response([]), HEAD),
  cutOff: (words) =>
    json(response([said(words)], { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } }), HEAD),
  refusal: (refusal) =>
    json(response([{ type: "message", role: "assistant", content: [{ type: "refusal", refusal }] }]), HEAD),
  usage: (usage) => json(response([said("ok")], { usage }), HEAD),
  failureInStream: (code, message) =>
    sse(
      [
        ...pieces(["Half"]),
        event("response.failed", { response: response([], { status: "failed", error: { code, message } }) }),
      ],
      "whole",
      HEAD,
    ),
};

const CHAT_USAGE = {
  prompt_tokens: 120,
  prompt_tokens_details: { cached_tokens: 100, cache_write_tokens: 5 },
  completion_tokens: 9,
  completion_tokens_details: { reasoning_tokens: 4 },
};

function completion(message: JsonObject, finish: string, usage: JsonObject = CHAT_USAGE): JsonObject {
  const choices = [{ index: 0, message: { role: "assistant", ...message }, finish_reason: finish }];
  return { id: "chatcmpl_1", object: "chat.completion", model: "gpt-6.1-sol", choices, usage };
}

const chunk = (delta: JsonObject, finish: string | null = null) => ({
  data: { object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] },
});

const CHAT_END = [{ data: { choices: [], usage: CHAT_USAGE } }, { data: "[DONE]" }] as const;

const toolCall = ([id, name, args]: readonly [string, string, string]) => ({
  id,
  type: "function",
  function: { name, arguments: args },
});

export const CHAT_COMPLETIONS: Dialect = {
  api: "chat_completions",
  text: (content) => json(completion({ content }, "stop"), HEAD),
  textInPieces: (words, end) =>
    sse([...words.map((content) => chunk({ content })), chunk({}, "stop"), ...CHAT_END], end, HEAD),
  unfinished: (words, end) =>
    sse(
      words.map((content) => chunk({ content })),
      end,
      HEAD,
    ),
  calls: (...calls) => json(completion({ content: null, tool_calls: calls.map(toolCall) }, "tool_calls"), HEAD),
  callsInPieces: (...calls) =>
    sse(
      [
        ...calls.flatMap(([id, name, args], index) => [
          chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }),
          ...[args.slice(0, 3), args.slice(3)].map((words) =>
            chunk({ tool_calls: [{ index, function: { arguments: words } }] }),
          ),
        ]),
        chunk({}, "tool_calls"),
        ...CHAT_END,
      ],
      "whole",
      HEAD,
    ),
  empty: () => json(completion({ content: null }, "stop"), HEAD),
  cutOff: (content) => json(completion({ content }, "length"), HEAD),
  refusal: (refusal) => json(completion({ content: null, refusal }, "stop"), HEAD),
  usage: (usage) => json(completion({ content: "ok" }, "stop", usage), HEAD),
  failureInStream: (code, message) =>
    sse([chunk({ content: "Half" }), { data: { error: { code, message } } }], "whole", HEAD),
};
