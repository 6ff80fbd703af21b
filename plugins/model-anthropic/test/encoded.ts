import {
  type EncodeContext,
  type EncodedRequest,
  type InputItem,
  isJsonObject,
  type JsonObject,
  type Window,
} from "@varve/kernel";
import { type Conversation, conversation, encodeContext, tapped, windowOf } from "@varve/test-builders";
import plugin, { type AnthropicOptions } from "../src/index.ts";

export const MODEL = "claude-sonnet-4-5";

/** Encodes windows with the plugin as a kernel would call it. */
export async function encoder(options: AnthropicOptions = { name: MODEL }) {
  const anthropic = await tapped(plugin, options);
  return async (window: Window, more: Partial<EncodeContext> = {}): Promise<EncodedRequest> => {
    const answer = await anthropic.call("model.encode.in", encodeContext(window, more));
    if (!isRequest(answer)) throw new Error(`no request: ${JSON.stringify(answer)}`);
    return answer;
  };
}

export interface SentMessage {
  readonly role: unknown;
  readonly content: readonly JsonObject[];
}

/** The messages of a conversation that is the whole window, without the marks that ask for caching. */
export async function messagesOf(talk: Conversation, options?: AnthropicOptions): Promise<readonly SentMessage[]> {
  return sentMessages((await (await encoder(options))(windowOf(talk))).body);
}

export function sentMessages({ messages }: JsonObject): readonly SentMessage[] {
  if (!Array.isArray(messages)) throw new Error("the body has no messages");
  return messages.map((message) => {
    if (!isJsonObject(message) || !Array.isArray(message.content)) throw new Error("a message without content blocks");
    return { role: message.role, content: message.content.filter(isJsonObject).map(unmarked) };
  });
}

function unmarked({ cache_control: _, ...block }: JsonObject): JsonObject {
  return block;
}

/** What a kernel hands over: every call has been answered, at the end at the latest. */
export function answered(items: readonly InputItem[]): Conversation {
  const talk = conversation();
  const open: string[] = [];
  for (const item of items) {
    talk.item(item);
    if (item.kind === "tool_call") open.push(item.callId);
    if (item.kind === "tool_result" && open.includes(item.callId)) open.splice(open.indexOf(item.callId), 1);
  }
  for (const callId of open) talk.result("late", callId);
  return talk;
}

function isRequest(value: unknown): value is EncodedRequest {
  return isJsonObject(value) && typeof value.provider === "string" && isJsonObject(value.body);
}
