import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isJsonObject, type JsonObject, type JsonValue } from "@varve/kernel";
import type { Dialect } from "@varve/test-builders";
import { type Measured, ProviderCache } from "./cached-tokens.ts";

/** A request that went through, and what it was charged for. */
export interface Passed {
  readonly body: JsonObject;
  readonly measured: Measured;
}

export interface CachingProxy extends AsyncDisposable {
  readonly url: string;
  readonly passed: readonly Passed[];
}

/**
 * Stands before a mock server that knows of no cache. It passes every request on, and reports in the answer, in the provider's
 * own terms, what a cache of prefixes would have found.
 */
export async function cachingProxy(api: Dialect["api"], upstream: string): Promise<CachingProxy> {
  const cache = new ProviderCache(api);
  const passed: Passed[] = [];
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString("utf8");
    const body: JsonValue = JSON.parse(text);
    const measured = cache.measure(body);
    if (isJsonObject(body)) passed.push({ body, measured });
    const answered = await fetch(`${upstream}${request.url}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: "Bearer mock",
        "x-api-key": "mock",
        "anthropic-version": "2023-06-01",
      },
      body: text,
    });
    const type = answered.headers.get("content-type") ?? "application/json";
    response.writeHead(answered.status, {
      "content-type": type,
      "x-request-id": `req_${passed.length}`,
      "request-id": `req_${passed.length}`,
    });
    const report = (json: string): string => JSON.stringify(reported(JSON.parse(json), measured));
    const answer = await answered.text();
    response.end(
      type.includes("event-stream")
        ? answer.replaceAll(/^data: (\{.*\})$/gm, (_, json: string) => `data: ${report(json)}`)
        : report(answer),
    );
  };
  const server = createServer((request, response) => {
    pass(request, response).catch((error: unknown) => {
      response.writeHead(500, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: `the proxy failed: ${String(error)}` } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    passed,
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** An answer, or an event of one, with what was measured wherever it tells of usage. */
function reported(value: JsonValue, measured: Measured): JsonValue {
  if (!isJsonObject(value)) return value;
  const { response, message, usage } = value;
  return {
    ...value,
    ...(isJsonObject(response) && isJsonObject(response.usage)
      ? { response: { ...response, usage: charged(response.usage, measured) } }
      : {}),
    ...(isJsonObject(message) && isJsonObject(message.usage)
      ? { message: { ...message, usage: charged(message.usage, measured) } }
      : {}),
    ...(isJsonObject(usage) && ("input_tokens" in usage || "prompt_tokens" in usage)
      ? { usage: charged(usage, measured) }
      : {}),
  };
}

function charged(usage: JsonObject, { input, cached, written }: Measured): JsonObject {
  if ("prompt_tokens" in usage) {
    return { ...usage, prompt_tokens: input, prompt_tokens_details: { cached_tokens: cached } };
  }
  if ("total_tokens" in usage) {
    return {
      ...usage,
      input_tokens: input,
      input_tokens_details: { cached_tokens: cached, cache_write_tokens: written },
    };
  }
  return {
    ...usage,
    input_tokens: input - cached - written,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: written,
  };
}
