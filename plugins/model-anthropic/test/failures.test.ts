import { AbortedError, plainText } from "@varve/kernel";
import { hangUp, json, MESSAGES, raw, silence, sse } from "@varve/test-builders";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ask, asking, errorOf, KEY, serving } from "./asking.ts";

beforeEach(() => void vi.stubEnv("ANTHROPIC_API_KEY", KEY));
afterEach(() => void vi.unstubAllEnvs());

const { says, error } = MESSAGES;
const SOON = { "retry-after-ms": "1", "request-id": "req_9" };

describe("is waited out:", () => {
  it.each([
    ["a rate limit", error(429, { type: "rate_limit_error", message: "slow" }, SOON), 429, false],
    ["an overload", error(529, { type: "overloaded_error", message: "busy" }, SOON), 529, false],
    ["a fault of the server", error(500, { type: "api_error", message: "oops" }, SOON), 500, false],
    [
      "an overload that is told in the stream",
      says({ text: "H", fails: { code: "overloaded_error", message: "busy" } }),
      null,
      true,
    ],
    ["a connection that breaks off in mid-stream", says({ text: "Half", breaksOff: "dropped" }), null, true],
    ["a connection that hangs up", hangUp, null, true],
  ] as const)(
    "%s, and it is said what it was and whether it may be charged for",
    async (_, answer, status, mayBePaid) => {
      const server = await serving(answer, says({ text: "Done." }));
      const { response } = await ask(server);
      expect(response.items.map(plainText)).toEqual(["Done."]);
      expect(response.retries).toMatchObject([{ status, mayBePaid }]);
      expect(server.requests[1]?.body).toEqual(server.requests[0]?.body);
    },
  );
});

it("pieces that broke off are void: a restart is told before the next", async () => {
  const server = await serving(says({ text: "Half", breaksOff: "dropped" }), says({ text: "Done." }));
  const kinds = (await ask(server)).deltas.map(({ kind }) => kind);
  expect(kinds).toEqual(["text", "text", "restart", "text", "text"]);
});

it("a fault that stays ends the call after max_retries, with every try and the request's id", async () => {
  const limit = error(429, { type: "rate_limit_error", message: "slow" }, SOON);
  const server = await serving(limit, limit, limit);
  expect(await errorOf(ask(server, { options: { max_retries: 1 } }))).toMatchObject({
    fault: "retryable",
    status: 429,
    requestId: "req_9",
    retries: [{ reason: "slow [rate_limit_error]", waitedMs: 1 }],
  });
  expect(server.requests).toHaveLength(2);
});

it.each([
  ["fault 79", 400, "invalid_request_error", "prompt is too long: 209353 tokens > 199999 maximum", "overflow"],
  [
    "fault 79",
    400,
    "invalid_request_error",
    "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000",
    "overflow",
  ],
  ["fault 79", 400, "invalid_request_error", "context_management: extra inputs are not permitted", "rejected"],
  ["fault 86", 413, "request_too_large", "Request exceeds the maximum size", "too_large"],
  ["fault 86", 429, "billing_error", "Your credit balance is too low", "rejected"],
  ["any other refusal", 403, "permission_error", "not yours", "rejected"],
  ["any other refusal", 404, "not_found_error", "model: claude-none", "rejected"],
])("%s: a %i of type %s that says %j is %s, after one request", async (_, status, type, message, fault) => {
  const server = await serving(error(status, { type, message }, SOON));
  expect(await errorOf(ask(server, { options: { max_retries: 0 } }))).toMatchObject({
    fault,
    status,
    requestId: "req_9",
  });
  expect(server.requests).toHaveLength(1);
});

it("fault 79: an overflow that is told in the stream is one", async () => {
  const fails = { code: "invalid_request_error", message: "prompt is too long: 2 tokens > 1 maximum" };
  expect(await errorOf(ask(await serving(says({ text: "H", fails }))))).toMatchObject({ fault: "overflow" });
});

it.each([
  ["a stream that ends without a finish", says({ text: "Half", breaksOff: "ended" }), true],
  ["an event that is no JSON", sse([{ event: "message_start", data: "{oops" }]), true],
  ["a page in place of a stream", raw("<html>Sign in</html>", "text/html"), true],
  ["a page in place of an answer", raw("<html>Sign in</html>", "text/html"), false],
  ["an answer that is no JSON", raw("{oops", "application/json"), false],
  ["an answer of another API", json({ choices: [] }), false],
  ["an empty body", raw("", "application/json"), false],
])("%s is unparsable, and not asked for again", async (_, answer, stream) => {
  const server = await serving(answer);
  expect(await errorOf(ask(server, { options: { stream } }))).toMatchObject({ fault: "unparsable", mayBePaid: true });
  expect(server.requests).toHaveLength(1);
});

it.each([
  ["in pieces", says({ text: "Half", breaksOff: "open" }), true],
  ["whole", silence, false],
])("nothing for timeout_ms is a time-out, %s", async (_, answer, stream) => {
  const options = { stream, timeout_ms: 60, max_retries: 0 };
  const late = await errorOf(ask(await serving(answer), { options }));
  expect(late).toMatchObject({ fault: "retryable", mayBePaid: true });
  expect(late.message).toContain("60 ms");
});

describe("fault 46: an abort settles at once,", () => {
  it.each([
    ["while nothing has come", silence, 0],
    ["in mid-stream, where it is no answer", says({ text: "Half", breaksOff: "open" }), 2],
  ] as const)("%s", async (_, answer, pieces) => {
    const abort = new AbortController();
    const server = await serving(answer);
    const { ask: send, deltas } = await asking(server, { signal: abort.signal });
    const sent = send();
    await vi.waitFor(() => expect([server.requests.length, deltas.length]).toEqual([1, pieces]));
    abort.abort(new Error("enough"));
    await expect(sent).rejects.toBeInstanceOf(AbortedError);
  });

  it("while a retry waits", async () => {
    const abort = new AbortController();
    const server = await serving(error(429, { message: "slow" }, { "retry-after": "30" }));
    const sent = ask(server, { signal: abort.signal });
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    abort.abort();
    await expect(sent).rejects.toBeInstanceOf(AbortedError);
  });

  it("before anything is sent", async () => {
    const server = await serving();
    await expect(ask(server, { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(AbortedError);
    expect(server.requests).toEqual([]);
  });
});
