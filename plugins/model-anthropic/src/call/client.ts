import Anthropic from "@anthropic-ai/sdk";
import { ModelError } from "@varve/kernel";
import { hostBoundFetch } from "@varve/wire";
import { ANTHROPIC_BASE_URL, type AnthropicOptions } from "../options.ts";
import { PROVIDER } from "../provider.ts";

/** A client for one host, and the key that goes with its requests. */
export interface Client {
  readonly api: Anthropic;
  /** `null`: none is sent. */
  readonly key: string | null;
}

/**
 * A client that sends to the configured host and nowhere else. The key is read from the environment when a call is made.
 * Whatever the SDK would read there beside it is set here: no variable changes where the key goes, or prints a request.
 *
 * @throws ModelError when Anthropic itself is to be asked and there is no key
 */
export function clientFor({ base_url = ANTHROPIC_BASE_URL }: AnthropicOptions, env: NodeJS.ProcessEnv): Client {
  const key = env.ANTHROPIC_API_KEY?.trim() || null;
  if (key === null && base_url === ANTHROPIC_BASE_URL) {
    throw new ModelError(
      "rejected",
      `No request was sent to ${base_url}: it needs a key. Set ANTHROPIC_API_KEY in the environment, or base_url to a server that needs none.`,
      { provider: PROVIDER },
    );
  }
  const api = new Anthropic({
    baseURL: base_url,
    // The SDK asks for one; where there is none, no header is sent.
    apiKey: key ?? "none",
    authToken: null,
    defaultHeaders: key === null ? { Authorization: null, "X-Api-Key": null } : {},
    webhookKey: null,
    maxRetries: 0,
    logLevel: "off",
    fetch: hostBoundFetch(base_url),
  });
  return { api, key };
}
