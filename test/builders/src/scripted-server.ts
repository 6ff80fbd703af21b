import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";

/** A request that a scripted server got. */
export interface ServedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as it came, JSON read. */
  readonly body: unknown;
}

/** What the server does with one request. */
export type ServedAnswer = (response: ServerResponse, request: ServedRequest) => void;

export interface ScriptedServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Every request so far, oldest first. */
  readonly requests: readonly ServedRequest[];
  /** Adds to what is still to be answered. */
  script(...answers: readonly ServedAnswer[]): void;
}

/** A server on the loopback that answers one request after another as it was told, and with a 500 when nothing is left. */
export async function scriptedServer(...answers: readonly ServedAnswer[]): Promise<ScriptedServer> {
  const left = [...answers];
  const requests: ServedRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      const request = {
        path: incoming.url ?? "",
        headers: incoming.headers,
        body: text === "" ? null : JSON.parse(text),
      };
      requests.push(request);
      const answer = left.shift() ?? json({ error: { message: "the script has ended" } }, { status: 500 });
      answer(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    script: (...more) => void left.push(...more),
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

interface Head {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A JSON body. */
export function json(body: unknown, { status = 200, headers = {} }: Head = {}): ServedAnswer {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}

/** A body of any kind: a proxy's page, a broken JSON. */
export function raw(body: string, contentType: string, { status = 200, headers = {} }: Head = {}): ServedAnswer {
  return (response) => {
    response.writeHead(status, { "content-type": contentType, ...headers });
    response.end(body);
  };
}

/**
 * Server-sent events.
 * @param end `whole` ends the body, `dropped` breaks the connection off behind the last event, `open` sends nothing more
 */
export function sse(
  events: readonly { readonly event?: string; readonly data: unknown }[],
  end: "whole" | "dropped" | "open" = "whole",
  { headers = {} }: Head = {},
): ServedAnswer {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream", ...headers });
    for (const { event, data } of events) {
      const text = typeof data === "string" ? data : JSON.stringify(data);
      response.write(`${event === undefined ? "" : `event: ${event}\n`}data: ${text}\n\n`);
    }
    if (end === "whole") response.end();
    // What was written is to arrive before the connection goes.
    if (end === "dropped") setTimeout(() => response.destroy(), 20);
  };
}

/** No answer at all. */
export const silence: ServedAnswer = () => undefined;

/** Breaks the connection off before any answer. */
export const hangUp: ServedAnswer = (response) => void response.destroy();
