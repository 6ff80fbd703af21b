import { AgentCardError } from "./agent-card-error.ts";

/**
 * Parses the bytes of a card: JSON in UTF-8, with or without a byte order mark.
 * @throws AgentCardError when they are neither
 */
export function cardJson(agent: string, source: string, bytes: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return value;
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? `is no JSON: ${cause.message}` : "is not UTF-8";
    throw new AgentCardError(agent, source, "", `${reason}. Save it as JSON in UTF-8`, cause);
  }
}
