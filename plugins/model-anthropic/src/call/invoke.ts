import type { Stream } from "@anthropic-ai/sdk/streaming";
import type { InvokeContext, ModelResponse } from "@varve/kernel";
import { modelCall } from "@varve/wire";
import { type AnthropicOptions, DEFAULT_MAX_RETRIES, DEFAULT_TIMEOUT_MS } from "../options.ts";
import { PROVIDER } from "../provider.ts";
import { answerOf } from "./answer.ts";
import { betaHeaders } from "./betas.ts";
import { clientFor } from "./client.ts";
import { failureOf } from "./failure.ts";
import { MessageStream } from "./stream.ts";

const PATH = "/v1/messages";

/** Sends requests and reads what comes back, piece by piece or whole, as each request says. */
export function invoker(options: AnthropicOptions): (context: InvokeContext) => Promise<ModelResponse> {
  const { timeout_ms: timeoutMs = DEFAULT_TIMEOUT_MS, max_retries: maxRetries = DEFAULT_MAX_RETRIES } = options;
  return async (context) => {
    const { api, key, headers: auth } = clientFor(options, process.env);
    const { body } = context.request;
    const headers = { ...betaHeaders(body), ...auth };
    const model = typeof body.model === "string" ? body.model : options.name;
    return modelCall(context, {
      provider: PROVIDER,
      model,
      key,
      maxRetries,
      timeoutMs,
      failureOf,
      answer: (whole) => answerOf(whole, model),
      pieces: () => new MessageStream(model),
      post: async (sent, signal) => {
        const { data, request_id: requestId = null } = await api
          .post<unknown>(PATH, { body: sent, signal, headers })
          .withResponse();
        return { data, requestId };
      },
      stream: async (sent, signal) => {
        const answered = api.post<Stream<unknown>>(PATH, { body: sent, signal, headers, stream: true });
        const { data, request_id: requestId = null } = await answered.withResponse();
        return { data, requestId };
      },
    });
  };
}
