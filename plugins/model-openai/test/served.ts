import type { ModelDelta, ModelResponse } from "@varve/kernel";
import { callContext, conversation, encodeContext, type ScriptedServer, tapped, windowOf } from "@varve/test-builders";
import plugin, { type OpenAiOptions } from "../src/index.ts";

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
