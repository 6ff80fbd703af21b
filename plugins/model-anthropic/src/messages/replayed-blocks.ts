import type { ContentBlockParam } from "@anthropic-ai/sdk/resources/messages/messages";
import type { JsonObject, Opaque } from "@varve/kernel";
import { PROVIDER } from "../provider.ts";

/** Who speaks in a message. */
export type Speaker = "user" | "assistant";

/**
 * The provider's own blocks that a request takes back without a beta header, and who speaks in them. Messages, calls, results
 * and thinking are neutral items and not here.
 */
const REPLAYED: ReadonlyMap<string, Speaker> = new Map([
  ["server_tool_use", "assistant"],
  ["web_search_tool_result", "assistant"],
  ["web_fetch_tool_result", "assistant"],
  ["code_execution_tool_result", "assistant"],
  ["bash_code_execution_tool_result", "assistant"],
  ["text_editor_code_execution_tool_result", "assistant"],
  ["tool_search_tool_result", "assistant"],
  ["search_result", "user"],
  ["container_upload", "user"],
] satisfies [ContentBlockParam["type"], Speaker][]);

/**
 * A block of the provider's own, or `null`: another provider's stays home, and so does what this one would refuse. It goes back
 * as it came. What the server compacted is told as the text that it is: only the request that asked for it may hold the block.
 */
export function replayedBlock({ provider, data }: Opaque): {
  readonly speaker: Speaker;
  readonly block: JsonObject;
} | null {
  if (provider !== PROVIDER || typeof data.type !== "string") return null;
  if (data.type === "compaction") {
    const { content: text } = data;
    const isTold = typeof text === "string" && text.trim() !== "";
    return isTold ? { speaker: "assistant", block: { type: "text", text } } : null;
  }
  const speaker = REPLAYED.get(data.type);
  if (speaker === undefined) return null;
  const { cache_control: _, ...block } = data;
  return { speaker, block };
}
