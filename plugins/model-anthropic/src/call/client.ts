import Anthropic from "@anthropic-ai/sdk";
import { ModelError } from "@varve/kernel";
import { hostBoundFetch } from "@varve/wire";
import { ANTHROPIC_BASE_URL, type AnthropicOptions, DEFAULT_TIMEOUT_MS, isAtAnthropic } from "../options.ts";
import { PROVIDER } from "../provider.ts";

/** A client for one host, and the key that goes with its requests. */
export interface Client {
  readonly api: Anthropic;
  /** `null`: none is sent. */
  readonly key: string | null;
  /** What says who asks; it goes with each request, since only there nothing overrides it. */
  readonly headers: Readonly<Record<string, string | null>>;
}

/**
 * A client that sends to the configured host and nowhere else. The key is read from the environment when a call is made.
 * Whatever the SDK would read there beside it is set here: no variable changes where the key goes, adds to what is sent, or
 * prints a request.
 *
 * @throws ModelError when Anthropic itself is to be asked and there is no key
 */
export function clientFor(options: AnthropicOptions, env: NodeJS.ProcessEnv): Client {
  const { base_url = ANTHROPIC_BASE_URL, timeout_ms: timeout = DEFAULT_TIMEOUT_MS } = options;
  const key = env.ANTHROPIC_API_KEY?.trim() || null;
  if (key === null && isAtAnthropic(options)) {
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
    defaultHeaders: withoutCustomHeaders(env.ANTHROPIC_CUSTOM_HEADERS ?? ""),
    webhookKey: null,
    openTelemetry: false,
    maxRetries: 0,
    // Its own timer is for the head of an answer alone; it must not be the shorter one.
    timeout,
    logLevel: "off",
    fetch: hostBoundFetch(base_url),
  });
  return { api, key, headers: { Authorization: key === null ? null : `Bearer ${key}`, "X-Api-Key": null } };
}

/** Headers of every request, which the SDK would lose with a variable that names them. */
const ITS_OWN = new Set(["accept", "content-type", "user-agent", "anthropic-version"]);

/**
 * Takes back the headers that the SDK reads from a variable: they were meant for another host, and may hold another key.
 * @param lines `name: value`, as the SDK reads them
 */
function withoutCustomHeaders(lines: string): Record<string, null> {
  const names = lines
    .split("\n")
    .flatMap((line) => (line.includes(":") ? [line.slice(0, line.indexOf(":")).trim()] : []));
  return Object.fromEntries(names.filter((name) => !ITS_OWN.has(name.toLowerCase())).map((name) => [name, null]));
}
