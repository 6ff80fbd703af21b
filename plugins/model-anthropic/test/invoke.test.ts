import { plainText } from "@varve/kernel";
import { json, MESSAGES, REQUEST_ID } from "@varve/test-builders";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ask, errorOf, KEY, serving } from "./asking.ts";
import { MODEL } from "./encoded.ts";

beforeEach(() => void vi.stubEnv("ANTHROPIC_API_KEY", KEY));
afterEach(() => void vi.unstubAllEnvs());

const { says } = MESSAGES;

describe.each([true, false])("an answer (stream: %s)", (stream) => {
  const options = { stream };

  it("fault 9: is the model's items, what was measured with what was cached in it, how it ended and the request's id", async () => {
    const server = await serving(says({ text: "Hello." }));
    const { items, ...facts } = (await ask(server, { options })).response;
    expect(items.map(plainText)).toEqual(["Hello."]);
    expect(facts).toEqual({
      usage: { inputTokens: 120, cachedTokens: 100, cacheWriteTokens: 5, outputTokens: 9, reasoningTokens: 0 },
      model: MODEL,
      finish: "stop",
      requestId: REQUEST_ID,
    });
    expect(server.requests).toMatchObject([{ path: "/v1/messages", headers: { authorization: `Bearer ${KEY}` } }]);
  });

  it.each([
    ["fault 18: cut off by its limit", { text: "Half", isCutOff: true }, "length", "Half"],
    ["refused", { refusal: "No." }, "refused", "No."],
    ["of calls", { calls: [["t1", "grep", "{}"]] }, "tool_calls", "grep({})"],
    ["fault 14: empty", {}, "stop", undefined],
  ] as const)("%s says so, and is asked for once", async (_, saying, finish, words) => {
    const server = await serving(says(saying));
    const { response } = await ask(server, { options });
    expect([response.finish, response.items.map(plainText)[0]]).toEqual([finish, words]);
    expect(server.requests).toHaveLength(1);
  });

  it("fault 28: a tool's own name comes back, in the answer and in its pieces", async () => {
    const server = await serving((response, request) => {
      const [name = ""] = JSON.stringify(request.body).match(/fs_read_file_[0-9a-f]{10}/) ?? [];
      says({ calls: [["t1", name, "{}"]] })(response, request);
    });
    const { response, deltas } = await ask(server, { options, tools: ["fs.read file"] });
    expect(response.items).toMatchObject([{ name: "fs.read file" }]);
    for (const delta of deltas) expect(delta).toMatchObject({ kind: "tool_call", name: "fs.read file" });
  });

  it.each([{}, { input_tokens: 0, output_tokens: 0 }, { input_tokens: null }])(
    "fault 80: usage %j is none",
    async (usage) => {
      expect(
        (await ask(await serving(says({ text: "ok", usage })), { options })).response.usage?.inputTokens,
      ).toBeUndefined();
    },
  );
});

it.each(["model_context_window_exceeded", "pause_turn", "compaction", null])(
  "an answer that stopped for %j says length or other, and never that it is whole",
  async (reason) => {
    const message = { type: "message", role: "assistant", content: [{ type: "text", text: "Half" }] };
    const server = await serving(json({ ...message, stop_reason: reason, usage: {} }));
    const { finish } = (await ask(server, { options: { stream: false } })).response;
    expect(finish).toBe(reason === "model_context_window_exceeded" ? "length" : "other");
  },
);

describe("the key", () => {
  it("goes where base_url says, whatever the environment has", async () => {
    const elsewhere = await serving();
    const server = await serving(says({ text: "ok" }));
    vi.stubEnv("ANTHROPIC_BASE_URL", elsewhere.url);
    vi.stubEnv("ANTHROPIC_AUTH_TOKEN", "another");
    vi.stubEnv("ANTHROPIC_CUSTOM_HEADERS", "Authorization: Bearer third\nX-Api-Key: fourth\nX-Gateway: fifth");
    await ask(server);
    expect(elsewhere.requests).toEqual([]);
    const [request] = server.requests;
    expect(request?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, "anthropic-version": expect.any(String) });
    expect(JSON.stringify(request?.headers)).not.toMatch(/another|third|fourth|fifth/);
  });

  it("is printed nowhere, whatever the environment asks for", async () => {
    const printed = (["debug", "info", "log", "warn", "error"] as const).map((name) => vi.spyOn(console, name));
    vi.stubEnv("ANTHROPIC_LOG", "debug");
    await ask(await serving(says({ text: "ok" })));
    for (const spy of printed) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it("is not sent where there is none", async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", undefined);
    const server = await serving(says({ text: "ok" }));
    await ask(server);
    for (const header of ["authorization", "x-api-key"]) expect(server.requests[0]?.headers).not.toHaveProperty(header);
  });

  it.each(["https://api.anthropic.com", "https://api.anthropic.com/"])(
    "is needed at %s, and the error says what to set",
    async (base_url) => {
      vi.stubEnv("ANTHROPIC_API_KEY", " ");
      const error = await errorOf(ask(await serving(), { options: { base_url } }));
      expect(error.fault).toBe("rejected");
      expect(error.message).toContain("ANTHROPIC_API_KEY");
    },
  );

  it("does not follow a redirect to another host", async () => {
    const elsewhere = await serving(says({ text: "stolen" }));
    const server = await serving(json({}, { status: 307, headers: { location: `${elsewhere.url}/v1/messages` } }));
    const error = await errorOf(ask(server));
    expect(error.fault).toBe("rejected");
    expect(elsewhere.requests).toEqual([]);
  });

  it("is in no error that repeats it", async () => {
    const server = await serving(MESSAGES.error(401, { type: "authentication_error", message: `bad key ${KEY}` }));
    const error = await errorOf(ask(server));
    expect(error.fault).toBe("rejected");
    expect(JSON.stringify([error.message, error.stack, error])).not.toContain(KEY);
    expect(error.cause).toBeUndefined();
  });
});
