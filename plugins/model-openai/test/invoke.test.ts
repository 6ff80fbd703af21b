import { AbortedError, ModelError, plainText } from "@varve/kernel";
import {
  CHAT_COMPLETIONS,
  conversation,
  hangUp,
  json,
  RESPONSES,
  raw,
  scriptedServer,
  silence,
} from "@varve/test-builders";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { asking, KEY } from "./served.ts";

beforeEach(() => void vi.stubEnv("OPENAI_API_KEY", KEY));
afterEach(() => void vi.unstubAllEnvs());

const NOW = { headers: { "retry-after-ms": "1", "x-request-id": "req_429" } };

async function errorOf(work: Promise<unknown>): Promise<ModelError> {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof ModelError)) throw error;
  return error;
}

describe.each([
  { dialect: RESPONSES, api: "responses" as const },
  { dialect: CHAT_COMPLETIONS, api: "chat_completions" as const },
])("$api", ({ dialect, api }) => {
  describe.each([
    ["whole", false],
    ["in pieces", true],
  ])("an answer that comes %s", (_, stream) => {
    it("is the model's items, what was measured, how it ended and the request's id", async () => {
      await using server = await scriptedServer(dialect.says({ text: "Hello." }));
      const { ask } = await asking(server, { api, stream });
      const { items, ...facts } = await ask();
      expect(items.map(plainText)).toEqual(["Hello."]);
      expect(facts).toEqual({
        usage: { inputTokens: 120, cachedTokens: 100, cacheWriteTokens: 5, outputTokens: 9, reasoningTokens: 4 },
        model: "gpt-6.1-sol",
        finish: "stop",
        requestId: "req_42",
      });
    });

    it("keeps parallel calls apart, with the model's own arguments, byte for byte", async () => {
      await using server = await scriptedServer(
        dialect.says({
          calls: [
            ["c1", "grep", '{"a": 1}'],
            ["c2", "ls", "{}"],
          ],
        }),
      );
      const { ask } = await asking(server, { api, stream });
      const { items, finish } = await ask();
      expect(items).toMatchObject([
        { kind: "tool_call", callId: "c1", name: "grep", arguments: '{"a": 1}' },
        { kind: "tool_call", callId: "c2", name: "ls", arguments: "{}" },
      ]);
      expect(finish).toBe("tool_calls");
    });
  });

  it("tells the pieces as they come", async () => {
    await using server = await scriptedServer(
      dialect.says({ text: "Hello." }),
      dialect.says({ calls: [["c1", "grep", '{"a": 1}']] }),
    );
    const { ask, deltas } = await asking(server, { api });
    await ask();
    expect(deltas).toEqual([
      { kind: "text", text: "Hel" },
      { kind: "text", text: "lo." },
    ]);
    await ask();
    const words = deltas.flatMap((delta) => (delta.kind === "tool_call" ? [delta.arguments] : [])).join("");
    expect(words).toBe('{"a": 1}');
  });

  it("fault 28: a tool's own name comes back, in the answer and in its pieces", async () => {
    await using server = await scriptedServer();
    const { ask, deltas } = await asking(server, { api });
    server.script((response, { body }) => {
      const [name = ""] = JSON.stringify(body).match(/fs_read_file_[0-9a-f]{10}/) ?? [];
      dialect.says({ calls: [["c1", name, "{}"]] })(response, { path: "", headers: {}, body });
    });
    const { items } = await ask(conversation().user("hi"), undefined, ["fs.read file"]);
    expect(items).toMatchObject([{ kind: "tool_call", name: "fs.read file" }]);
    expect(deltas).toMatchObject([{ name: "fs.read file" }, {}, {}].map(() => ({ name: "fs.read file" })));
  });

  it("sends the key to the configured host, and asks for the path of its API", async () => {
    await using server = await scriptedServer(dialect.says({ text: "ok" }));
    await (await asking(server, { api })).ask();
    expect(server.requests).toMatchObject([
      {
        path: api === "responses" ? "/v1/responses" : "/v1/chat/completions",
        headers: { authorization: `Bearer ${KEY}` },
      },
    ]);
  });

  it("sends no key where there is none", async () => {
    vi.stubEnv("OPENAI_API_KEY", "");
    await using server = await scriptedServer(dialect.says({ text: "ok" }));
    await (await asking(server, { api })).ask();
    expect(server.requests[0]?.headers).not.toHaveProperty("authorization");
  });

  it("does not follow a redirect to another host: the key stays", async () => {
    await using elsewhere = await scriptedServer(dialect.says({ text: "stolen" }));
    await using server = await scriptedServer(json({}, { status: 307, headers: { location: `${elsewhere.url}/v1` } }));
    const error = await errorOf((await asking(server, { api })).ask());
    expect(error).toMatchObject({ fault: "rejected" });
    expect(error.message).toContain(elsewhere.url);
    expect(elsewhere.requests).toEqual([]);
  });

  it("no environment variable changes where the key goes", async () => {
    await using elsewhere = await scriptedServer();
    await using server = await scriptedServer(dialect.says({ text: "ok" }));
    vi.stubEnv("OPENAI_BASE_URL", elsewhere.url);
    await (await asking(server, { api })).ask();
    expect([server.requests.length, elsewhere.requests.length]).toEqual([1, 0]);
  });

  it("sends again after a 429 with its Retry-After, and says so in the answer", async () => {
    const limit = json({ error: { message: "slow down", type: "rate_limit_error" } }, { status: 429, ...NOW });
    await using server = await scriptedServer(limit, dialect.says({ text: "ok" }));
    const { retries } = await (await asking(server, { api })).ask();
    expect(retries).toEqual([
      { reason: "slow down [rate_limit_error]", status: 429, requestId: "req_429", waitedMs: 1, mayBePaid: false },
    ]);
    expect(server.requests[1]?.body).toEqual(server.requests[0]?.body);
  });

  it("gives up on a 500 after max_retries, with every try", async () => {
    const broken = json({ error: { message: "oops" } }, { status: 500, ...NOW });
    await using server = await scriptedServer(broken, broken, broken);
    const error = await errorOf((await asking(server, { api, max_retries: 1 })).ask());
    expect(error).toMatchObject({ fault: "retryable", status: 500, requestId: "req_429", retries: [{ status: 500 }] });
    expect(server.requests).toHaveLength(2);
  });

  it.each([400, 401, 403, 404, 422])("sends nothing again after a %i", async (status) => {
    await using server = await scriptedServer(json({ error: { message: `no: ${KEY}` } }, { status, ...NOW }));
    const error = await errorOf((await asking(server, { api })).ask());
    expect(error).toMatchObject({ fault: "rejected", status, requestId: "req_429" });
    expect(error.message).not.toContain(KEY);
    expect(server.requests).toHaveLength(1);
  });

  it("a connection that breaks off in mid-stream is asked again: pieces are void, and it may have been paid", async () => {
    await using server = await scriptedServer(
      dialect.says({ text: "Half an", breaksOff: "dropped" }),
      dialect.says({ text: "Whole." }),
    );
    const { ask, deltas } = await asking(server, { api });
    const { items, retries } = await ask();
    expect(items.map(plainText)).toEqual(["Whole."]);
    expect(retries).toMatchObject([{ status: null, mayBePaid: true }]);
    expect(deltas.map(({ kind }) => kind)).toEqual(["text", "text", "restart", "text", "text"]);
  }, 10_000);

  it("a connection that is refused before anything is sent was not paid for", async () => {
    const server = await scriptedServer();
    await server[Symbol.asyncDispose]();
    const error = await errorOf((await asking(server, { api, max_retries: 0 })).ask());
    expect(error).toMatchObject({ fault: "retryable", status: null, mayBePaid: false });
  });

  it("a connection that hangs up before an answer is retryable, and may have been paid", async () => {
    await using server = await scriptedServer(hangUp);
    expect(await errorOf((await asking(server, { api, max_retries: 0 })).ask())).toMatchObject({
      fault: "retryable",
      mayBePaid: true,
    });
  });

  it.each([
    ["a stream that ends without a finish", dialect.says({ text: "Half", breaksOff: "ended" }), true],
    ["a page in place of an answer", raw("<html>Sign in</html>", "text/html"), false],
    ["a page in place of a stream", raw("<html>Sign in</html>", "text/html"), true],
    ["an answer that is not JSON", raw("{oops", "application/json"), false],
    ["a stream that is not JSON", raw("data: {oops\n\n", "text/event-stream"), true],
    ["an answer of another API", json({ hello: "world" }), false],
    ["an empty body", raw("", "application/json"), false],
  ])("%s is unparsable, and not asked for again", async (_, answer, stream) => {
    await using server = await scriptedServer(answer);
    const error = await errorOf((await asking(server, { api, stream })).ask());
    expect(error).toMatchObject({ fault: "unparsable", mayBePaid: true });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ["in its code", { code: "context_length_exceeded", message: "Too much." }],
    [
      "in its words",
      { message: "This model's maximum context length is 100 tokens. However, you requested 200 tokens" },
    ],
    ["as llama.cpp does", { code: 400, type: "exceed_context_size_error", message: "request exceeds" }],
  ])("fault 79: an overflow that is told %s is one", async (_, error) => {
    await using server = await scriptedServer(json({ error }, { status: 400, ...NOW }));
    expect(await errorOf((await asking(server, { api })).ask())).toMatchObject({
      fault: "overflow",
      status: 400,
      requestId: "req_429",
    });
  });

  it("fault 79: an overflow that is told in the stream is one, and a server's fault there is retried", async () => {
    await using server = await scriptedServer(
      dialect.says({ text: "Half", fails: { code: "server_error", message: "try again" } }),
      dialect.says({
        text: "Half",
        fails: { code: "context_length_exceeded", message: "Your input exceeds the context window of this model." },
      }),
    );
    const error = await errorOf((await asking(server, { api })).ask());
    expect(error).toMatchObject({ fault: "overflow", retries: [{ reason: "try again [server_error]" }] });
  });

  it("fault 18: an answer that was cut off by its limit says so", async () => {
    await using server = await scriptedServer(dialect.says({ text: "Half a", isCutOff: true }));
    const { finish, items } = await (await asking(server, { api, stream: false })).ask();
    expect([finish, items.map(plainText)]).toEqual(["length", ["Half a"]]);
  });

  it("a refusal is one, with its words", async () => {
    await using server = await scriptedServer(dialect.says({ refusal: "I cannot." }));
    const { finish, items } = await (await asking(server, { api, stream: false })).ask();
    expect([finish, items.map(plainText)]).toEqual(["refused", ["I cannot."]]);
  });

  it("fault 14: an empty answer is empty, and was paid for once", async () => {
    await using server = await scriptedServer(dialect.says({}));
    const { items, usage } = await (await asking(server, { api, stream: false })).ask();
    expect(items.map(plainText).filter((text) => text !== "")).toEqual([]);
    expect(usage?.inputTokens).toBe(120);
    expect(server.requests).toHaveLength(1);
  });

  it.each([[{}], [{ input_tokens: 0, prompt_tokens: 0, output_tokens: 0, completion_tokens: 0 }]])(
    "fault 80: usage %j is none",
    async (usage) => {
      await using server = await scriptedServer(dialect.says({ text: "ok", usage }));
      expect((await (await asking(server, { api, stream: false })).ask()).usage).toBeNull();
    },
  );

  it("fault 46: an abort while nothing has come yet settles at once", async () => {
    await using server = await scriptedServer(silence);
    const abort = new AbortController();
    const asked = (await asking(server, { api })).ask(undefined, abort.signal);
    setTimeout(() => abort.abort(new Error("enough")), 30);
    await expect(asked).rejects.toBeInstanceOf(AbortedError);
  });

  it("fault 46: an abort in mid-stream settles at once, and is no answer", async () => {
    await using server = await scriptedServer(dialect.says({ text: "Half", breaksOff: "open" }));
    const abort = new AbortController();
    const { ask, deltas } = await asking(server, { api });
    const asked = ask(undefined, abort.signal);
    await vi.waitFor(() => expect(deltas).toHaveLength(2));
    abort.abort();
    await expect(asked).rejects.toBeInstanceOf(AbortedError);
  });

  it.each([true, false])("nothing for timeout_ms is a time-out, in pieces or whole (stream: %s)", async (stream) => {
    await using server = await scriptedServer(stream ? dialect.says({ text: "Half", breaksOff: "open" }) : silence);
    const error = await errorOf((await asking(server, { api, stream, timeout_ms: 60, max_retries: 0 })).ask());
    expect(error).toMatchObject({ fault: "retryable", mayBePaid: true });
    expect(error.message).toContain("60 ms");
  });

  it("fault 81: a signal that outlives many calls gathers no listeners", async () => {
    const signal = new AbortController().signal;
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    await using server = await scriptedServer(...Array.from({ length: 20 }, () => dialect.says({ text: "ok" })));
    const { ask } = await asking(server, { api });
    for (let call = 0; call < 20; call += 1) await ask(undefined, signal);
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
  });
});

it("without a key and with no other address, nothing is sent, and the error says what to set", async () => {
  vi.stubEnv("OPENAI_API_KEY", undefined);
  await using server = await scriptedServer();
  const error = await errorOf((await asking(server, { base_url: "https://api.openai.com/v1" })).ask());
  expect(error).toMatchObject({ fault: "rejected" });
  expect(error.message).toContain("OPENAI_API_KEY");
});
