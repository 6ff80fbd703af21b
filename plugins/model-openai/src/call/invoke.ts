import type { InvokeContext, JsonObject, ModelResponse } from "@varve/kernel";
import { type Answer, type AnswerStream, modelCall } from "@varve/wire";
import type { Stream } from "openai/streaming";
import { chatAnswer } from "../chat/answer.ts";
import { ChatStream } from "../chat/stream.ts";
import { DEFAULT_MAX_RETRIES, DEFAULT_TIMEOUT_MS, type OpenAiOptions } from "../options.ts";
import { PROVIDER } from "../provider.ts";
import { responsesAnswer } from "../responses/answer.ts";
import { ResponsesStream } from "../responses/stream.ts";
import { clientFor } from "./client.ts";
import { failureOf } from "./failure.ts";

interface Api {
  readonly path: string;
  answer(body: JsonObject, model: string): Answer;
  pieces(model: string): AnswerStream;
}

const APIS: { readonly [Name in NonNullable<OpenAiOptions["api"]>]: Api } = {
  responses: { path: "/responses", answer: responsesAnswer, pieces: (model) => new ResponsesStream(model) },
  chat_completions: { path: "/chat/completions", answer: chatAnswer, pieces: () => new ChatStream() },
};

/** Sends requests of one API and reads what comes back, piece by piece or whole, as each request says. */
export function invoker(options: OpenAiOptions): (context: InvokeContext) => Promise<ModelResponse> {
  const { path, answer, pieces } = APIS[options.api ?? "responses"];
  const { timeout_ms: timeoutMs = DEFAULT_TIMEOUT_MS, max_retries: maxRetries = DEFAULT_MAX_RETRIES } = options;
  return async (context) => {
    const { api, key } = clientFor(options, process.env);
    const { body } = context.request;
    const model = typeof body.model === "string" ? body.model : options.name;
    return modelCall(context, {
      provider: PROVIDER,
      model,
      key,
      maxRetries,
      timeoutMs,
      failureOf,
      answer: (whole) => answer(whole, model),
      pieces: () => pieces(model),
      post: async (sent, signal) => {
        const { data, request_id: requestId } = await api.post<unknown>(path, { body: sent, signal }).withResponse();
        return { data, requestId };
      },
      stream: async (sent, signal) => {
        const answered = api.post<Stream<unknown>>(path, { body: sent, signal, stream: true });
        const { data, request_id: requestId } = await answered.withResponse();
        return { data, requestId };
      },
    });
  };
}
