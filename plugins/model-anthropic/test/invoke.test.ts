import { isJsonObject, type ModelDelta, ModelError, type ModelResponse, plainText } from "@varve/kernel";
import {
  callContext,
  conversation,
  encodeContext,
  MESSAGES,
  REQUEST_ID,
  type ScriptedServer,
  type ServedAnswer,
  scriptedServer,
  sse,
  tapped,
  windowOf,
} from "@varve/test-builders";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import plugin, { type AnthropicOptions } from "../src/index.ts";
import { MODEL } from "./encoded.ts";

const KEY = "sk-ant-test-0123456789-do-not-tell";

beforeEach(() => void vi.stubEnv("ANTHROPIC_API_KEY", KEY));
afterEach(() => void vi.unstubAllEnvs());

const { says, error } = MESSAGES;

/** Asks the plugin through a scripted server, as a kernel would. */
async function ask(server: ScriptedServer, options: Partial<AnthropicOptions> = {}, tools: readonly string[] = []) {
  const anthropic = await tapped(plugin, { name: MODEL, base_url: server.url, timeout_ms: 2_000, ...options });
  const deltas: ModelDelta[] = [];
  const window = windowOf(conversation().user("hi"), {
    tools: tools.map((name) => ({ name, parameters: { type: "object" } })),
  });
  const request = await anthropic.call("model.encode.in", encodeContext(window));
  const onDelta = (delta: ModelDelta) => void deltas.push(delta);
  const response: unknown = await anthropic.call("model.invoke.in", {
    ...callContext(),
    request,
    purpose: "turn",
    onDelta,
  });
  if (!isResponse(response)) throw new Error("no response");
  return { response, deltas };
}

function isResponse(value: unknown): value is ModelResponse {
  return isJsonObject(value) && "items" in value && "finish" in value;
}

async function served(answers: readonly ServedAnswer[], use: (server: ScriptedServer) => Promise<void>): Promise<void> {
  await using server = await scriptedServer(...answers);
  await use(server);
}

async function errorOf(work: Promise<unknown>): Promise<ModelError> {
  const thrown = await work.catch((reason: unknown) => reason);
  if (!(thrown instanceof ModelError)) throw thrown;
  return thrown;
}

describe.each([true, false])("an answer (stream: %s)", (stream) => {
  it("is the model's items, what was measured with what was cached in it, how it ended and the request's id", () =>
    served([says({ text: "Hello." })], async (server) => {
      const { items, ...facts } = (await ask(server, { stream })).response;
      expect(items.map(plainText)).toEqual(["Hello."]);
      expect(facts).toEqual({
        usage: { inputTokens: 120, cachedTokens: 100, cacheWriteTokens: 5, outputTokens: 9, reasoningTokens: 0 },
        model: MODEL,
        finish: "stop",
        requestId: REQUEST_ID,
      });
      expect(server.requests).toMatchObject([{ path: "/v1/messages", headers: { authorization: `Bearer ${KEY}` } }]);
    }));

  it.each([
    [{ text: "Half", isCutOff: true }, "length"],
    [{ refusal: "No." }, "refused"],
    [{ calls: [["t1", "grep", "{}"]] }, "tool_calls"],
    [{}, "stop"],
  ] as const)("%j ends as %s", (saying, finish) =>
    served([says(saying)], async (server) => {
      expect((await ask(server, { stream })).response.finish).toBe(finish);
    }),
  );
});

it("keeps the model's own arguments, byte for byte, where they come in pieces", () =>
  served([says({ calls: [["t1", "grep", '{"b":1,  "a":2}']] })], async (server) => {
    const { response, deltas } = await ask(server);
    expect(response.items).toMatchObject([{ kind: "tool_call", callId: "t1", arguments: '{"b":1,  "a":2}' }]);
    expect(deltas.map((delta) => (delta.kind === "tool_call" ? delta.arguments : "")).join("")).toBe('{"b":1,  "a":2}');
  }));

it("fault 28: a tool's own name comes back", () =>
  served([], async (server) => {
    server.script((response, request) => {
      const [name = ""] = JSON.stringify(request.body).match(/fs_read_file_[0-9a-f]{10}/) ?? [];
      says({ calls: [["t1", name, "{}"]] })(response, request);
    });
    const { response, deltas } = await ask(server, {}, ["fs.read file"]);
    expect(response.items).toMatchObject([{ name: "fs.read file" }]);
    expect(deltas.map((delta) => (delta.kind === "tool_call" ? delta.name : delta.kind))).toEqual(
      deltas.map(() => "fs.read file"),
    );
  }));

it("thinking comes with its signature, and is told as reasoning", () =>
  served(
    [
      sse(
        [
          {
            type: "message_start",
            message: { type: "message", role: "assistant", content: [], usage: { input_tokens: 5 } },
          },
          { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
          { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Hm." } },
          { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "sig" } },
          { type: "content_block_start", index: 1, content_block: { type: "redacted_thinking", data: "sealed" } },
          { type: "content_block_start", index: 2, content_block: { type: "text", text: "" } },
          { type: "content_block_delta", index: 2, delta: { type: "text_delta", text: "So." } },
          { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 3 } },
          { type: "message_stop" },
        ].map((data) => ({ event: data.type, data })),
      ),
    ],
    async (server) => {
      const { response, deltas } = await ask(server);
      expect(response.items).toMatchObject([
        { kind: "reasoning", summary: ["Hm."], encrypted: "sig", provider: "anthropic", model: MODEL },
        { kind: "reasoning", summary: [], encrypted: "sealed" },
        { kind: "message" },
      ]);
      expect(response.usage).toMatchObject({ inputTokens: 5, outputTokens: 3 });
      expect(deltas.map(({ kind }) => kind)).toEqual(["reasoning", "text"]);
    },
  ));

it.each([
  ["a rate limit", error(429, { type: "rate_limit_error", message: "slow" }, { "retry-after-ms": "1" })],
  ["an overload", error(529, { type: "overloaded_error", message: "busy" }, { "retry-after-ms": "1" })],
  ["an overload that is told in the stream", says({ text: "H", fails: { code: "overloaded_error", message: "busy" } })],
  ["a connection that breaks off in mid-stream", says({ text: "Half", breaksOff: "dropped" })],
])("%s is waited out", (_, answer) =>
  served([answer, says({ text: "Done." })], async (server) => {
    const { response } = await ask(server);
    expect(response.items.map(plainText)).toEqual(["Done."]);
    expect(response.retries).toHaveLength(1);
  }),
);

it.each([
  ["prompt is too long: 209353 tokens > 199999 maximum", "overflow"],
  ["input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000", "overflow"],
  ["messages.3.content: text content blocks must be non-empty", "rejected"],
])("fault 79: a 400 that says %j is %s", (message, fault) =>
  served([error(400, { type: "invalid_request_error", message }, { "request-id": "req_9" })], async (server) => {
    expect(await errorOf(ask(server))).toMatchObject({ fault, status: 400, requestId: "req_9" });
    expect(server.requests).toHaveLength(1);
  }),
);

it.each([
  ["a stream that ends without a finish", says({ text: "Half", breaksOff: "ended" })],
  ["an event that is no JSON", sse([{ event: "message_start", data: "{oops" }])],
])("%s is unparsable, and not asked for again", (_, answer) =>
  served([answer], async (server) => {
    expect(await errorOf(ask(server))).toMatchObject({ fault: "unparsable", mayBePaid: true });
    expect(server.requests).toHaveLength(1);
  }),
);

it("no environment variable changes where the key goes", () =>
  served([says({ text: "ok" })], async (server) => {
    vi.stubEnv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1");
    vi.stubEnv("ANTHROPIC_AUTH_TOKEN", "another");
    await ask(server);
    expect(server.requests[0]?.headers).toMatchObject({ authorization: `Bearer ${KEY}` });
  }));

it("sends no key where there is none; Anthropic itself is not asked without one, and the error says what to set", () =>
  served([says({ text: "ok" })], async (server) => {
    vi.stubEnv("ANTHROPIC_API_KEY", undefined);
    await ask(server);
    for (const header of ["authorization", "x-api-key"]) expect(server.requests[0]?.headers).not.toHaveProperty(header);
    expect((await errorOf(ask(server, { base_url: "https://api.anthropic.com" }))).message).toContain(
      "ANTHROPIC_API_KEY",
    );
  }));
