import {
  type InputItem,
  type InvokeContext,
  isJsonObject,
  type JsonObject,
  type ModelDelta,
  type ModelResponse,
  type Usage,
} from "@varve/kernel";
import { withOwnNames } from "../names/tool-names.ts";
import { type Attempt, attempt } from "./attempt.ts";
import { CallFailure, type Failure } from "./failure.ts";
import { retrying } from "./retrying.ts";
import { withoutSecret } from "./secret.ts";

/** What an answer is, whoever gave it and however it arrived. */
export interface Answer {
  readonly items: readonly InputItem[];
  readonly usage: Usage | null;
  readonly finish: ModelResponse["finish"];
}

/** Puts the pieces of a streamed answer together. */
export interface AnswerStream {
  /** @returns what of it can be shown @throws CallFailure for an event that tells of a failure */
  event(event: JsonObject): readonly ModelDelta[];
  /** The whole answer, or `null` where the stream ended before it was. */
  end(): Answer | null;
}

/** What was sent came back like this: a body, or the events of a stream. */
export interface Sent<Data> {
  readonly data: Data;
  readonly requestId: string | null;
}

export interface ModelCall {
  readonly provider: string;
  /** The model as it was asked for. */
  readonly model: string;
  /** What must be in no message, or `null`. */
  readonly key: string | null;
  readonly maxRetries: number;
  /** How long may pass without any part of an answer, milliseconds. */
  readonly timeoutMs: number;
  /** What an error of the SDK was; `null` for one that is not the call's. */
  failureOf(error: unknown): Failure | null;
  post(body: JsonObject, signal: AbortSignal): Promise<Sent<unknown>>;
  stream(body: JsonObject, signal: AbortSignal): Promise<Sent<AsyncIterable<unknown>>>;
  /** Reads a whole answer. @throws CallFailure for one that failed, or is none */
  answer(body: JsonObject): Answer;
  /** Begins to read one in pieces. */
  pieces(): AnswerStream;
}

/**
 * Makes one model call as `model.invoke` has to: sends the request, again where that may help, tells observers the pieces of a
 * streamed answer, and gives the tools their own names back.
 *
 * @throws ModelError @throws AbortedError
 */
export async function modelCall({ request, signal, onDelta }: InvokeContext, call: ModelCall): Promise<ModelResponse> {
  const { provider, model, key: secret, maxRetries, timeoutMs } = call;
  const own = new Map(Object.entries(request.toolNames ?? {}));
  let told = 0;
  const tell = (delta: ModelDelta): void => {
    told += 1;
    onDelta(delta.kind === "tool_call" ? { ...delta, name: own.get(delta.name) ?? delta.name } : delta);
  };
  const onRetry = (): void => {
    if (told > 0) onDelta({ kind: "restart" });
    told = 0;
  };
  const { answer, retries } = await retrying(
    { provider, maxRetries, signal, secret, failureOf: (error) => call.failureOf(error), onRetry },
    () => attempt(signal, timeoutMs, (once) => send(call, request.body, once, tell)),
  );
  const { items, usage, finish } = answer;
  const requestId = answer.requestId === null ? null : withoutSecret(answer.requestId, secret);
  const response = { items: withOwnNames(items, request.toolNames), usage, model, finish, requestId };
  return retries.length === 0 ? response : { ...response, retries };
}

async function send(
  call: ModelCall,
  body: JsonObject,
  { signal, heard }: Attempt,
  tell: (delta: ModelDelta) => void,
): Promise<Answer & { readonly requestId: string | null }> {
  if (body.stream !== true) {
    const { data, requestId } = await call.post(body, signal);
    if (!isJsonObject(data)) throw noAnswer(data, requestId);
    return { ...call.answer(data), requestId };
  }
  const { data: events, requestId } = await call.stream(body, signal);
  const pieces = call.pieces();
  for await (const event of events) {
    heard();
    if (!isJsonObject(event)) throw noAnswer(event, requestId);
    for (const delta of pieces.event(event)) tell(delta);
  }
  const end = pieces.end();
  if (end === null) {
    const message = "the stream ended before the answer did";
    throw new CallFailure({ kind: "unparsable", message, requestId, mayBePaid: true });
  }
  return { ...end, requestId };
}

function noAnswer(data: unknown, requestId: string | null): CallFailure {
  const found = typeof data === "string" ? `text: ${JSON.stringify(data.slice(0, 80))}` : String(data);
  const message = `expected a JSON object, found ${found}`;
  return new CallFailure({ kind: "unparsable", message, requestId, mayBePaid: true });
}
