import {
  isJsonObject,
  type JsonObject,
  type Message,
  type Opaque,
  type Reasoning,
  type ToolCall,
  type ToolResult,
} from "@varve/kernel";
import { wireName } from "@varve/wire";
import { modelFamily } from "../known-models.ts";
import { PROVIDER } from "../provider.ts";
import { blocksOf } from "./parts.ts";

/** Who speaks in a message. */
export type Speaker = "user" | "assistant";

/**
 * What stands before a section of the harness. The API has two speakers, and the harness is neither: it speaks in the user's
 * place, and says so.
 */
const FROM_THE_HARNESS = "[From the developer of this agent, not from the user]\n";

/** What a message became: blocks of its speaker. */
export function messageBlocks({ role, parts }: Message): {
  readonly speaker: Speaker;
  readonly blocks: readonly JsonObject[];
} {
  if (role === "user") return { speaker: "user", blocks: blocksOf(parts) };
  const blocks = blocksOf(parts);
  // The assistant can have said nothing but text.
  if (role === "assistant") return { speaker: "assistant", blocks: blocks.filter(({ type }) => type === "text") };
  return {
    speaker: "user",
    blocks: blocks.map((block) =>
      block.type === "text" ? { ...block, text: `${FROM_THE_HARNESS}${block.text}` } : block,
    ),
  };
}

/** A call. Its input has to be an object: what the model wrote is read, and what cannot be read is wrapped as it is. */
export function callBlock(id: string, call: ToolCall): JsonObject {
  return { type: "tool_use", id, name: wireName(call.name), input: inputOf(call.arguments) };
}

function inputOf(words: string): JsonObject {
  try {
    const input: unknown = JSON.parse(words);
    return isJsonObject(input) ? input : { arguments: words };
  } catch {
    return { arguments: words };
  }
}

export function resultBlock(id: string, result: ToolResult): JsonObject {
  const content = blocksOf(result.parts);
  return {
    type: "tool_result",
    tool_use_id: id,
    ...(content.length === 0 ? {} : { content }),
    ...(result.isError === true ? { is_error: true } : {}),
  };
}

/**
 * A thinking block as it came, or `null`: only the provider that signed it can read it again, and only for the model that
 * thought it.
 */
export function thinkingBlock(reasoning: Reasoning, model: string): JsonObject | null {
  const { provider, encrypted, summary, extra } = reasoning;
  if (provider !== PROVIDER || encrypted === undefined || !isReadableBy(reasoning.model, model)) return null;
  const isRedacted = extra?.provider === PROVIDER && extra.fields.type === "redacted_thinking";
  if (isRedacted) return { type: "redacted_thinking", data: encrypted };
  return { type: "thinking", thinking: summary.join("\n"), signature: encrypted };
}

/** Blocks of the provider's own that a request takes back, and who speaks in them. */
const REPLAYED: ReadonlyMap<string, Speaker> = new Map([
  ["server_tool_use", "assistant"],
  ["web_search_tool_result", "assistant"],
  ["web_fetch_tool_result", "assistant"],
  ["code_execution_tool_result", "assistant"],
  ["bash_code_execution_tool_result", "assistant"],
  ["text_editor_code_execution_tool_result", "assistant"],
  ["tool_search_tool_result", "assistant"],
  ["mcp_tool_use", "assistant"],
  ["mcp_tool_result", "assistant"],
  ["compaction", "assistant"],
  ["search_result", "user"],
  ["container_upload", "user"],
]);

/** A block of the provider's own as it came, or `null`: another provider's stays home, and so does what this one would refuse. */
export function replayedBlock(
  { provider, model: madeBy, data }: Opaque,
  model: string,
): { readonly speaker: Speaker; readonly block: JsonObject } | null {
  if (provider !== PROVIDER || typeof data.type !== "string") return null;
  const speaker = REPLAYED.get(data.type);
  if (speaker === undefined) return null;
  // What was compacted is sealed; the results of searches and of code are not.
  if (data.type === "compaction" && !isReadableBy(madeBy, model)) return null;
  return { speaker, block: data };
}

function isReadableBy(sealedBy: string | undefined, model: string): boolean {
  return sealedBy === undefined || modelFamily(sealedBy) === modelFamily(model);
}
