import { type EncodeContext, type EncodedRequest, isJsonObject, type JsonObject, type Window } from "@varve/kernel";
import { type Conversation, encodeContext, tapped, windowOf } from "@varve/test-builders";
import plugin, { type OpenAiOptions } from "../src/index.ts";

/** Encodes windows with the plugin as a kernel would call it. */
export async function encoder(options: OpenAiOptions = { name: "gpt-6.1-sol" }) {
  const openai = await tapped(plugin, options);
  return async (window: Window, more: Partial<EncodeContext> = {}): Promise<EncodedRequest> => {
    const answer = await openai.call("model.encode.in", encodeContext(window, more));
    if (!isRequest(answer)) throw new Error(`no request: ${JSON.stringify(answer)}`);
    return answer;
  };
}

/** The request body of a conversation that is the whole window. */
export async function bodyOf(
  talk: Conversation,
  more: Partial<Window> = {},
  options?: OpenAiOptions,
): Promise<JsonObject> {
  return (await (await encoder(options))(windowOf(talk, more))).body;
}

export async function inputOf(talk: Conversation, options?: OpenAiOptions): Promise<readonly JsonObject[]> {
  return inputItems(await bodyOf(talk, {}, options));
}

export function inputItems(body: JsonObject): readonly JsonObject[] {
  if (!Array.isArray(body.input) || !body.input.every(isJsonObject)) throw new Error("the body has no list of items");
  return body.input;
}

function isRequest(value: unknown): value is EncodedRequest {
  return isJsonObject(value) && typeof value.provider === "string" && isJsonObject(value.body);
}
