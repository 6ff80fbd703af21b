import { readFile, stat } from "node:fs/promises";
import { AgentCardError } from "./agent-card-error.ts";
import type { CardReading } from "./agent-source.ts";
import { cardJson } from "./card-json.ts";

/**
 * Reads a card from a file.
 * @throws AgentCardError when it is missing, no file, too large or no JSON
 */
export async function cardFromFile(agent: string, path: string, { maxBytes }: CardReading): Promise<unknown> {
  return cardJson(agent, path, await bytesOf(agent, path, maxBytes));
}

async function bytesOf(agent: string, path: string, maxBytes: number): Promise<Uint8Array> {
  try {
    const facts = await stat(path);
    if (!facts.isFile()) throw new AgentCardError(agent, path, "", "is no file. Let card name a JSON file");
    if (facts.size > maxBytes) {
      const reason = `has ${facts.size} bytes, more than ${maxBytes}. Shorten it, or raise max_card_bytes`;
      throw new AgentCardError(agent, path, "", reason);
    }
    return await readFile(path);
  } catch (cause) {
    if (cause instanceof AgentCardError) throw cause;
    throw new AgentCardError(agent, path, "", "cannot be read. Check the path, and that the file is there", cause);
  }
}
