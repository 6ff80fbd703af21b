import { AgentCardError } from "./agent-card-error.ts";
import type { CardReading } from "./agent-source.ts";
import { cardJson } from "./card-json.ts";

/**
 * Fetches a card, once, without credentials and without following a redirect: what is read is at the address that was
 * configured, or nowhere.
 *
 * @returns the address as errors may show it, without its query, and the parsed card
 * @throws AgentCardError when it cannot be had in time, is too large or is no JSON
 */
export async function cardFromUrl(
  agent: string,
  address: string,
  reading: CardReading,
): Promise<readonly [string, unknown]> {
  const url = addressOf(agent, address);
  // A query may hold a token, and messages end up in logs.
  const place = `${url.origin}${url.pathname}`;
  const refuse = (reason: string, cause?: unknown) => new AgentCardError(agent, place, "", reason, cause);
  const signal = AbortSignal.timeout(reading.timeoutMs);
  try {
    const response = await reading.fetch(url, {
      headers: { accept: "application/json" },
      redirect: "manual",
      credentials: "omit",
      signal,
    });
    if (!response.ok) throw refuse(refusalOf(response));
    const bytes = await bodyOf(response, reading.maxBytes);
    if (bytes === null) throw refuse(`has more than ${reading.maxBytes} bytes. Shorten it, or raise max_card_bytes`);
    return [place, cardJson(agent, place, bytes)];
  } catch (cause) {
    if (cause instanceof AgentCardError) throw cause;
    if (signal.aborted) {
      throw refuse(`did not come within ${reading.timeoutMs} ms. Check the address, or raise card_timeout_ms`, cause);
    }
    throw refuse("cannot be fetched. Check the address and the network, or save the card and name it as card", cause);
  }
}

function addressOf(agent: string, address: string): URL {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new AgentCardError(agent, "card_url", "", "has no address. Write card_url as a whole http or https address");
  }
  if (url.username !== "" || url.password !== "") {
    throw new AgentCardError(agent, url.host, "", "has credentials in its address. Cards are fetched without any");
  }
  return url;
}

function refusalOf(response: Response): string {
  const isRedirect = response.status >= 300 && response.status < 400;
  return isRedirect
    ? `is elsewhere (HTTP ${response.status}). Write the address that it redirects to as card_url`
    : `was refused with HTTP ${response.status}. Check the address`;
}

/** The body, or `null` as soon as it exceeds the bound; what is left of it is not read. */
async function bodyOf(response: Response, maxBytes: number): Promise<Uint8Array | null> {
  if (response.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
