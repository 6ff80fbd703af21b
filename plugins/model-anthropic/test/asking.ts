import { isJsonObject, type ModelDelta, ModelError, type ModelResponse } from "@varve/kernel";
import {
  callContext,
  conversation,
  encodeContext,
  type ScriptedServer,
  type ServedAnswer,
  scriptedServer,
  sse,
  tapped,
  windowOf,
} from "@varve/test-builders";
import { onTestFinished } from "vitest";
import plugin, { type AnthropicOptions } from "../src/index.ts";
import { MODEL } from "./encoded.ts";

/** A key that must be nowhere but in the header of a request. */
export const KEY = "sk-ant-test-0123456789-do-not-tell";

/** A server that answers like this until the test ends. */
export async function serving(...answers: readonly ServedAnswer[]): Promise<ScriptedServer> {
  const server = await scriptedServer(...answers);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

export interface Asked {
  readonly options?: Partial<AnthropicOptions>;
  /** The names of the tools that are offered. */
  readonly tools?: readonly string[];
  readonly signal?: AbortSignal;
}

/** Asks the plugin through a server, as a kernel would; the pieces are there at once, the answer when it has come. */
export async function asking(server: ScriptedServer, { options = {}, tools = [], signal }: Asked = {}) {
  const anthropic = await tapped(plugin, { name: MODEL, base_url: server.url, timeout_ms: 2_000, ...options });
  const deltas: ModelDelta[] = [];
  const window = windowOf(conversation().user("hi"), {
    tools: tools.map((name) => ({ name, parameters: { type: "object" } })),
  });
  const request = await anthropic.call("model.encode.in", encodeContext(window));
  const ask = async (): Promise<ModelResponse> => {
    const response: unknown = await anthropic.call("model.invoke.in", {
      ...callContext(signal === undefined ? {} : { signal }),
      request,
      purpose: "turn",
      onDelta: (delta: ModelDelta) => void deltas.push(delta),
    });
    if (!isResponse(response)) throw new Error("no response");
    return response;
  };
  return { ask, deltas };
}

export async function ask(server: ScriptedServer, asked?: Asked) {
  const { ask: send, deltas } = await asking(server, asked);
  return { response: await send(), deltas };
}

function isResponse(value: unknown): value is ModelResponse {
  return isJsonObject(value) && "items" in value && "finish" in value;
}

/** The error that a call is expected to end with. */
export async function errorOf(work: Promise<unknown>): Promise<ModelError> {
  const thrown = await work.then(
    () => new Error("the call succeeded; it should have failed"),
    (reason: unknown) => reason,
  );
  if (!(thrown instanceof ModelError)) throw thrown;
  return thrown;
}

/** A streamed message of these content blocks, each with the deltas that it grows by. */
export function streamed(...blocks: readonly (readonly [begun: object, ...deltas: object[]])[]): ServedAnswer {
  const message = { type: "message", role: "assistant", content: [], usage: { input_tokens: 5, output_tokens: 1 } };
  const events = [
    { type: "message_start", message },
    ...blocks.flatMap(([begun, ...deltas], index) => [
      { type: "content_block_start", index, content_block: begun },
      { type: "ping" },
      ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 3 } },
    { type: "message_stop" },
  ];
  return sse(events.map((data) => ({ event: data.type, data })));
}
