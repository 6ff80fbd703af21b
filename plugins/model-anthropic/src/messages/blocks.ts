import type {
  RedactedThinkingBlockParam,
  ThinkingBlockParam,
  ToolResultBlockParam,
  ToolUseBlockParam,
} from "@anthropic-ai/sdk/resources/messages/messages";
import {
  isJsonObject,
  type JsonObject,
  type Message,
  type ProviderExtra,
  type Reasoning,
  type Role,
  type ToolCall,
  type ToolResult,
} from "@varve/kernel";
import { wireName } from "@varve/wire";
import { modelFamily } from "../known-models.ts";
import { PROVIDER } from "../provider.ts";
import { blocksOf, spokenBlocks, withMembers } from "./parts.ts";
import type { Speaker } from "./replayed-blocks.ts";

/**
 * What stands before a section of the harness. The API has two speakers, and the harness is neither: it speaks in the user's
 * place, and says so.
 */
const FROM_THE_HARNESS = "[From the developer of this agent, not from the user]\n";

export function speakerOf(role: Role): Speaker {
  return role === "assistant" ? "assistant" : "user";
}

/** The blocks of a message; none where it has no content. */
export function messageBlocks({ role, parts, extra }: Message): readonly JsonObject[] {
  const rests = fieldsOf(extra).content;
  if (role === "assistant") return spokenBlocks(parts, rests);
  const blocks = blocksOf(parts, rests);
  if (role === "user") return blocks;
  return blocks.map((block) =>
    block.type === "text" ? { ...block, text: `${FROM_THE_HARNESS}${block.text}` } : block,
  );
}

/** A call. Its input has to be an object: what the model wrote is read, and what cannot be read is wrapped as it is. */
export function callBlock(id: string, call: ToolCall): JsonObject {
  const block = {
    type: "tool_use" as const,
    id,
    name: wireName(call.name),
    input: inputOf(call.arguments),
  } satisfies ToolUseBlockParam;
  return withMembers(block, fieldsOf(call.extra), ["caller", "toolset_name"]);
}

function inputOf(words: string): JsonObject {
  try {
    const input: unknown = JSON.parse(words);
    return isJsonObject(input) ? input : { arguments: words };
  } catch {
    return { arguments: words };
  }
}

export function resultBlock(id: string, { parts, isError, extra }: ToolResult): JsonObject {
  const fields = fieldsOf(extra);
  const content = blocksOf(parts, fields.content);
  const block = {
    type: "tool_result" as const,
    tool_use_id: id,
    ...(content.length === 0 ? {} : { content }),
    ...(isError === true ? { is_error: true } : {}),
  } satisfies Omit<ToolResultBlockParam, "content"> & { readonly content?: readonly JsonObject[] };
  return withMembers(block, fields, ["toolset_name"]);
}

/**
 * A thinking block as it came, or `null`: only the provider that signed it can read it again, and only for the model that
 * thought it. Its text may be empty: the signature holds the thought.
 */
export function thinkingBlock(reasoning: Reasoning, model: string): JsonObject | null {
  const { provider, encrypted, summary, extra } = reasoning;
  if (provider !== PROVIDER || encrypted === undefined || encrypted === "") return null;
  if (!isReadableBy(reasoning.model, model)) return null;
  if (fieldsOf(extra).type === "redacted_thinking") {
    return { type: "redacted_thinking", data: encrypted } satisfies RedactedThinkingBlockParam;
  }
  return { type: "thinking", thinking: summary.join("\n"), signature: encrypted } satisfies ThinkingBlockParam;
}

function isReadableBy(sealedBy: string | undefined, model: string): boolean {
  return sealedBy === undefined || modelFamily(sealedBy) === modelFamily(model);
}

function fieldsOf(extra: ProviderExtra | undefined): JsonObject {
  return extra?.provider === PROVIDER ? extra.fields : {};
}
