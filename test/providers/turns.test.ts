import { AbortedError, type AgentState, append, ModelError, plainText, serialiseState } from "@varve/kernel";
import {
  conversation,
  hangUp,
  raw,
  type Saying,
  type ServedAnswer,
  scriptedServer,
  silence,
} from "@varve/test-builders";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { FORMATS, failureOf, KEY, keyVariable, providerKernel, taskOf } from "./provider-kernel.ts";

beforeEach(() => {
  vi.stubEnv("OPENAI_API_KEY", KEY);
  vi.stubEnv("ANTHROPIC_API_KEY", KEY);
  onTestFinished(() => void vi.unstubAllEnvs());
});

const SOON = { "retry-after-ms": "1" };

describe.each(FORMATS)("a turn over $api", (dialect) => {
  const { says, error, idHeader } = dialect;
  const ANSWER: Saying = { text: "It fails on empty rows." };
  const limit = error(429, { type: "rate_limit_error", message: "slow down" }, { ...SOON, [idHeader]: "req_429" });
  const broken = error(500, { type: "api_error", message: "oops" }, SOON);

  /** One turn over a server that answers like this; the given state must be what it was, whatever comes of it. */
  async function turn(answers: readonly ServedAnswer[], more: Parameters<typeof providerKernel>[2] = {}) {
    const server = await scriptedServer(...answers);
    onTestFinished(() => server[Symbol.asyncDispose]());
    const kernel = await providerKernel(dialect, server, more);
    const state = taskOf(6);
    const before = serialiseState(state);
    const outcome = await kernel.turn(state).then(
      (turned) => ({ turned, error: null }),
      (thrown: unknown) => ({ turned: null, error: thrown }),
    );
    expect(serialiseState(state)).toBe(before);
    return { ...outcome, server, kernel, state };
  }

  function modelError(thrown: unknown): ModelError {
    if (!(thrown instanceof ModelError)) throw thrown;
    expect(JSON.stringify([thrown.message, thrown.stack, thrown])).not.toContain(KEY);
    return thrown;
  }

  function lastText(state: AgentState | undefined): string {
    const last = state?.history.at(-1);
    return last === undefined ? "" : plainText(last.item);
  }

  it("fault 9: what was measured is recorded, and what was cached is part of the input and not added to it", async () => {
    const { turned } = await turn([says(ANSWER)]);
    expect(turned?.state.lastUsage?.usage).toMatchObject({ inputTokens: 120, cachedTokens: 100, cacheWriteTokens: 5 });
    expect(turned?.state.turn).toBe(1);
  });

  it("a 429 and a 500 are waited out, and the answer says what it took", async () => {
    const { turned, server } = await turn([limit, broken, says(ANSWER)]);
    expect(turned?.response.retries).toMatchObject([
      { status: 429, requestId: "req_429", mayBePaid: false },
      { status: 500, mayBePaid: false },
    ]);
    expect(server.requests).toHaveLength(3);
  });

  it("a connection that breaks off in mid-stream is asked again, and what may have been paid for is said", async () => {
    const { turned, server } = await turn([says({ text: "Half an answer", breaksOff: "dropped" }), says(ANSWER)]);
    expect(lastText(turned?.state)).toBe("It fails on empty rows.");
    expect(turned?.response.retries).toMatchObject([{ mayBePaid: true }]);
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    ["a stream that ends without a finish", says({ text: "Half", breaksOff: "ended" }), "unparsable"],
    ["a page in place of an answer", raw("<html>Sign in</html>", "text/html"), "unparsable"],
    ["a stream of no JSON", raw("event: x\ndata: {oops\n\n", "text/event-stream"), "unparsable"],
    ["a wrong key", error(401, { type: "authentication_error", message: `bad key ${KEY}` }), "rejected"],
    [
      "too many bytes",
      error(413, { type: "request_too_large", message: "Request exceeds the maximum size" }),
      "too_large",
    ],
    ["a 400 that mentions a context", error(400, { message: "Unknown parameter: context_window" }), "rejected"],
  ] as const)(
    "%s ends the turn with the old state and an error of the family, after one request",
    async (_, answer, fault) => {
      const { error: thrown, server, kernel } = await turn([answer, says(ANSWER)]);
      expect(modelError(thrown).fault).toBe(fault);
      expect(server.requests).toHaveLength(1);
      expect(await kernel.load("import-7")).toBeNull();
    },
  );

  it("a fault that stays ends the turn after max_retries, with the request's id", async () => {
    const { error: thrown, server } = await turn([limit, limit], { max_retries: 1 });
    expect(modelError(thrown)).toMatchObject({ fault: "retryable", status: 429, requestId: "req_429" });
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    ["a refusal", { refusal: "I will not." }, "refused", "I will not."],
    ["an answer cut off by its limit", { text: "It fails on", isCutOff: true }, "length", "It fails on"],
  ] as const)("%s is the new state and says what it is", async (_, saying, finish, words) => {
    const { turned } = await turn([says(saying)]);
    expect(turned?.response.finish).toBe(finish);
    expect(lastText(turned?.state)).toBe(words);
  });

  it("an empty answer is the new state, with what was measured and nothing else", async () => {
    const { turned, state, server } = await turn([says({})]);
    expect(turned?.state).toMatchObject({ turn: 1, lastUsage: { usage: { inputTokens: 120 } } });
    expect(
      turned?.state.history
        .slice(state.history.length)
        .map(({ item }) => plainText(item))
        .join(""),
    ).toBe("");
    expect(server.requests).toHaveLength(1);
  });

  it.each([[{}], [{ input_tokens: 0, prompt_tokens: 0, output_tokens: 0 }]])(
    "fault 80: where usage %j is reported, the counted estimate stands, and says so",
    async (usage) => {
      const { turned, kernel } = await turn([says({ ...ANSWER, usage })]);
      if (turned === null) throw new Error("no turn");
      expect(turned.state.lastUsage).toBeNull();
      const { estimate, tokens } = await kernel.assemble(turned.state);
      expect(estimate).toEqual({ tokens, basis: "counted" });
    },
  );

  it("fault 56: usage that stands still while entries are added is told, and the count alone can trigger", async () => {
    const summary = says({ text: "The import of March fails on empty rows." });
    const server = await scriptedServer(says(ANSWER), says(ANSWER), summary, says(ANSWER));
    onTestFinished(() => server[Symbol.asyncDispose]());
    const kernel = await providerKernel(dialect, server, { budget: 4_000 });
    const read = (state: AgentState) =>
      append(state, conversation().exchange("grep", {}, "a line of code\n".repeat(250)).items);
    const first = await kernel.turn(taskOf(3));
    const second = await kernel.turn(read(first.state));
    expect(second.state.lastUsage).toMatchObject({ stalled: true, usage: { inputTokens: 120 } });
    const third = await kernel.turn(read(read(second.state)));
    expect(third.records).toHaveLength(1);
  });

  describe("an overflow", () => {
    const tooLong =
      dialect.api === "messages"
        ? error(400, { type: "invalid_request_error", message: "prompt is too long: 209353 tokens > 199999 maximum" })
        : error(400, {
            code: "context_length_exceeded",
            message: "Your input exceeds the context window of this model.",
          });
    const SUMMARY = says({
      text: "The import of March fails on empty rows; grep found totals in src/import-0.ts to 2.",
    });

    it("fault 79: is compacted away once, with reason overflow, and asked again", async () => {
      const { turned, server } = await turn([tooLong, SUMMARY, says(ANSWER)]);
      expect(turned?.records.map(({ reason }) => reason)).toEqual(["overflow"]);
      expect(lastText(turned?.state)).toBe("It fails on empty rows.");
      expect(server.requests).toHaveLength(3);
      const sizes = server.requests.map(({ body }) => JSON.stringify(body).length);
      expect(sizes[2]).toBeLessThan(sizes[0] ?? 0);
    });

    it("that comes twice is one error with both facts, and the compacted state on it is the stored one", async () => {
      const { error: thrown, server, kernel } = await turn([tooLong, SUMMARY, tooLong]);
      const { fault, committed, message } = modelError(thrown);
      expect(fault).toBe("overflow");
      expect(message).toMatch(/twice/);
      expect(committed).toEqual(await kernel.load("import-7"));
      expect(server.requests).toHaveLength(3);
    });

    it("whose summary fails leaves everything as it was", async () => {
      const { error: thrown, kernel } = await turn([tooLong, says({}), says({})]);
      expect(modelError(thrown).fault).toBe("overflow");
      expect(await kernel.load("import-7")).toBeNull();
    });
  });

  describe("an abort", () => {
    it.each([
      ["before anything is sent", [], 0],
      ["while nothing has come", [silence], 40],
      ["in mid-stream", [says({ text: "Half", breaksOff: "open" })], 60],
      ["while a retry waits", [error(429, { message: "slow down" }, { "retry-after": "20" })], 60],
    ] as const)("%s settles at once, with the old state and nothing stored", async (_, answers, afterMs) => {
      const server = await scriptedServer(...answers);
      onTestFinished(() => server[Symbol.asyncDispose]());
      const kernel = await providerKernel(dialect, server);
      const abort = new AbortController();
      if (afterMs === 0) abort.abort();
      else setTimeout(() => abort.abort(), afterMs);
      const begun = performance.now();
      expect(await failureOf(kernel.turn(taskOf(2), { signal: abort.signal }))).toBeInstanceOf(AbortedError);
      expect(performance.now() - begun).toBeLessThan(1_500);
      expect(await kernel.load("import-7")).toBeNull();
    });
  });

  it("a connection that hangs up at once is asked again", async () => {
    const { turned } = await turn([hangUp, says(ANSWER)]);
    expect(turned?.response.retries).toHaveLength(1);
  });

  it("without a key and without an address of one's own, nothing is sent and the variable is named", async () => {
    vi.stubEnv(keyVariable(dialect), "");
    const { turned } = await turn([says(ANSWER)]);
    expect(turned?.state.turn).toBe(1);
  });
});
