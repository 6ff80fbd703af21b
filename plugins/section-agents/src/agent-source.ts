import { type AgentCard, agentCard } from "./agent-card.ts";
import { AgentCardError } from "./agent-card-error.ts";
import { cardFromFile } from "./card-file.ts";
import { cardFromUrl } from "./card-url.ts";

/** Where an agent's card is: a file by its absolute path, an address, or here. */
export type AgentSource = { readonly card: string } | { readonly card_url: string } | AgentCard;

/** How cards are read. */
export interface CardReading {
  readonly fetch: typeof fetch;
  /** Milliseconds for one card, from the request to its last byte. */
  readonly timeoutMs: number;
  /** Bytes of one card. */
  readonly maxBytes: number;
}

/** A registered agent: the id it is called by, and what its card says. */
export interface RegisteredAgent {
  readonly id: string;
  readonly card: AgentCard;
}

/**
 * Reads the card of one agent.
 * @throws AgentCardError when it is not there, too large, or malformed
 */
export async function agentOf(id: string, source: AgentSource, reading: CardReading): Promise<RegisteredAgent> {
  if ("card" in source && "card_url" in source) {
    throw new AgentCardError(id, "options", "", "is given twice, as card and as card_url. Keep one of them");
  }
  const [place, value] = await located(id, source, reading);
  return { id, card: agentCard(value, (pointer, reason) => new AgentCardError(id, place, pointer, reason)) };
}

async function located(id: string, source: AgentSource, reading: CardReading): Promise<readonly [string, unknown]> {
  if ("card" in source) return [source.card, await cardFromFile(id, source.card, reading)];
  if ("card_url" in source) return cardFromUrl(id, source.card_url, reading);
  return ["options", source];
}
