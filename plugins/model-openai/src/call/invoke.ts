import { type InvokeContext, isJsonObject, type JsonObject, type ModelDelta, type ModelResponse } from "@varve/kernel";
import { type Attempt, attempt, CallFailure, retrying, withOwnNames, withoutSecret } from "@varve/wire";
import type { Stream } from "openai/streaming";
import { chatAnswer } from "../chat/answer.ts";
import { ChatStream } from "../chat/stream.ts";
import { DEFAULT_MAX_RETRIES, DEFAULT_TIMEOUT_MS, type OpenAiOptions } from "../options.ts";
import { PROVIDER } from "../provider.ts";
import { responsesAnswer } from "../responses/answer.ts";
import { ResponsesStream } from "../responses/stream.ts";
import type { Answer } from "./answer.ts";
import { type Client, clientFor } from "./client.ts";
import { failureOf } from "./failure.ts";

/** Puts the pieces of a streamed answer together. */
export interface AnswerStream {
  /** @returns what of it can be shown @throws CallFailure for an event that tells of a failure */
  event(event: JsonObject): readonly ModelDelta[];
  /** The whole answer, or `null` where the stream ended before it was. */
  end(): Answer | null;
}

interface Api {
  readonly path: string;
  answer(body: JsonObject, model: string): Answer;
  stream(model: string): AnswerStream;
}

const APIS: { readonly [Name in NonNullable<OpenAiOptions["api"]>]: Api } = {
  responses: { path: "/responses", answer: responsesAnswer, stream: (model) => new ResponsesStream(model) },
  chat_completions: { path: "/chat/completions", answer: chatAnswer, stream: () => new ChatStream() },
};

/** Sends requests of one API and reads what comes back, piece by piece or whole, as each request says. */
export function invoker(options: OpenAiOptions): (context: InvokeContext) => Promise<ModelResponse> {
  const api = APIS[options.api ?? "responses"];
  const { timeout_ms = DEFAULT_TIMEOUT_MS, max_retries = DEFAULT_MAX_RETRIES } = options;
  return async ({ request, signal, onDelta }) => {
    const client = clientFor(options, process.env);
    const model = typeof request.body.model === "string" ? request.body.model : options.name;
    const own = new Map(Object.entries(request.toolNames ?? {}));
    let told = 0;
    const tell = (delta: ModelDelta): void => {
      told += 1;
      onDelta(delta.kind === "tool_call" ? { ...delta, name: own.get(delta.name) ?? delta.name } : delta);
    };
    const { answer, retries } = await retrying(
      {
        provider: PROVIDER,
        maxRetries: max_retries,
        signal,
        secret: client.key,
        failureOf,
        onRetry: () => {
          if (told > 0) onDelta({ kind: "restart" });
          told = 0;
        },
      },
      () => attempt(signal, timeout_ms, (once) => send(client, api, request.body, model, once, tell)),
    );
    const { items, usage, finish } = answer;
    const requestId = answer.requestId === null ? null : withoutSecret(answer.requestId, client.key);
    const response = { items: withOwnNames(items, request.toolNames), usage, model, finish, requestId };
    return retries.length === 0 ? response : { ...response, retries };
  };
}

async function send(
  { api: client }: Client,
  { path, answer, stream }: Api,
  body: JsonObject,
  model: string,
  { signal, heard }: Attempt,
  tell: (delta: ModelDelta) => void,
): Promise<Answer & { readonly requestId: string | null }> {
  if (body.stream !== true) {
    const { data, request_id: requestId } = await client.post<unknown>(path, { body, signal }).withResponse();
    if (!isJsonObject(data)) throw noAnswer(data, requestId);
    return { ...answer(data, model), requestId };
  }
  const sent = client.post<Stream<unknown>>(path, { body, signal, stream: true });
  const { data: events, request_id: requestId } = await sent.withResponse();
  const whole = stream(model);
  for await (const event of events) {
    heard();
    if (!isJsonObject(event)) throw noAnswer(event, requestId);
    for (const delta of whole.event(event)) tell(delta);
  }
  const end = whole.end();
  if (end === null) {
    const message = "the stream ended before the answer did";
    throw new CallFailure({ kind: "unparsable", message, requestId, mayBePaid: true });
  }
  return { ...end, requestId };
}

function noAnswer(data: unknown, requestId: string | null): CallFailure {
  const found = typeof data === "string" ? `text: ${JSON.stringify(data.slice(0, 80))}` : String(data);
  return new CallFailure({
    kind: "unparsable",
    message: `expected a JSON object, found ${found}`,
    requestId,
    mayBePaid: true,
  });
}
