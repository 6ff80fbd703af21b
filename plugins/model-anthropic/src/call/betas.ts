import { isJsonObject, type JsonObject } from "@varve/kernel";

/** Allows `thinking.block_binding`, which is refused without it. */
const THINKING_BINDING = "thinking-binding-controls-2026-08-01";

/** The headers that a request's members need. */
export function betaHeaders({ thinking }: JsonObject): Readonly<Record<string, string>> {
  const bindsThinking = isJsonObject(thinking) && thinking.block_binding !== undefined;
  return bindsThinking ? { "anthropic-beta": THINKING_BINDING } : {};
}
