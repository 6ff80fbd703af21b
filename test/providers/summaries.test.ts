import { AbortedError, type AgentState, isJsonObject, serialiseState } from "@varve/kernel";
import { type Saying, type ServedAnswer, scriptedServer, silence } from "@varve/test-builders";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { FORMATS, failureOf, KEY, providerKernel, taskOf } from "./provider-kernel.ts";

beforeEach(() => {
  vi.stubEnv("OPENAI_API_KEY", KEY);
  vi.stubEnv("ANTHROPIC_API_KEY", KEY);
  onTestFinished(() => void vi.unstubAllEnvs());
});

describe.each(FORMATS)("a summary over $api", (dialect) => {
  const { says, error } = dialect;
  const SUMMARY: Saying = { text: "## Goal\nMend the import of March, see src/import-0.ts." };

  /** One compaction over a server that answers like this. */
  async function compacting(answers: readonly ServedAnswer[], state: AgentState = taskOf(8), signal?: AbortSignal) {
    const server = await scriptedServer(...answers);
    onTestFinished(() => server[Symbol.asyncDispose]());
    const kernel = await providerKernel(dialect, server, { max_retries: 0 });
    const work = kernel.compact(state, signal === undefined ? {} : { signal });
    return { work, kernel, server, state };
  }

  /** The compaction fails with this, and nothing has changed. */
  async function fails(answers: readonly ServedAnswer[], expected: object, requests: number): Promise<void> {
    const state = taskOf(8);
    const before = serialiseState(state);
    const { work, kernel, server } = await compacting(answers, state);
    expect(await failureOf(work)).toMatchObject(expected);
    expect(serialiseState(state)).toBe(before);
    expect(await kernel.load("import-7")).toBeNull();
    expect(server.requests).toHaveLength(requests);
  }

  it("is taken, and its usage is in the record, each token once", async () => {
    const { work } = await compacting([says(SUMMARY)]);
    const { records, state } = await work;
    expect(state.summary?.text).toContain("Mend the import of March");
    expect(records[0]?.usage).toMatchObject({ inputTokens: 120, cachedTokens: 100, outputTokens: 9 });
  });

  it("fault 15: calls are forbidden in the request, and its tools stay for the cache's sake", async () => {
    const { work, server } = await compacting([says(SUMMARY)]);
    await work;
    const body = JSON.stringify(server.requests[0]?.body);
    expect(body).toContain("Do not call tools");
    expect(body).toContain('"name":"grep"');
    // Anthropic keeps the messages cached only while the tool choice is what it was.
    if (dialect.api === "messages") expect(body).not.toContain("tool_choice");
    else expect(body).toContain('"tool_choice":"none"');
  });

  it("fault 20: what is summarised has the calls' names, arguments and results", async () => {
    const { work, server } = await compacting([says(SUMMARY)]);
    await work;
    const body = JSON.stringify(server.requests[0]?.body);
    for (const words of ["grep", "total0", "src/import-0.ts:6"]) expect(body).toContain(words);
  });

  it.each([
    ["fault 14: empty", {}, "empty"],
    ["fault 14: white space", { text: "  \n" }, "empty"],
    ["fault 15: a tool call", { calls: [["c9", "grep", "{}"]] }, "tool_call"],
    ["fault 18: cut off by its limit", { text: "## Goal\nMend the", isCutOff: true }, "length"],
  ] as const)("an answer that is %s is asked for once more, and its second is taken", async (_, saying, fault) => {
    const { work, server } = await compacting([says(saying), says(SUMMARY)]);
    const { records } = await work;
    expect(records[0]?.usage).toMatchObject({ inputTokens: 240, outputTokens: 18 });
    expect(server.requests).toHaveLength(2);
    await fails([says(saying), says(saying)], { cause: { code: "SUMMARY", fault, usage: { inputTokens: 240 } } }, 2);
  });

  it("a refusal ends it at once: asking again would be paid again, and answered the same", async () => {
    await fails([says({ refusal: "I will not." }), says(SUMMARY)], { cause: { code: "SUMMARY", fault: "refused" } }, 1);
  });

  it.each([
    ["a 500", error(500, { message: "oops" }, { "retry-after-ms": "1" }), "retryable"],
    ["a 400", error(400, { message: "no" }), "rejected"],
    ["a stream without an end", says({ text: "## Goal", breaksOff: "ended" }), "unparsable"],
  ] as const)("%s ends it with an error of the family, and nothing changed", async (_, answer, fault) => {
    await fails([answer, says(SUMMARY)], { cause: { code: "MODEL", fault } }, 1);
  });

  it.each([
    ["while nothing has come", silence],
    ["in mid-stream", says({ text: "## Goal", breaksOff: "open" })],
  ] as const)("fault 46: an abort %s cancels the call and settles at once", async (_, answer) => {
    const abort = new AbortController();
    const { work, kernel, state } = await compacting([answer], taskOf(8), abort.signal);
    setTimeout(() => abort.abort(), 60);
    expect(await failureOf(work)).toBeInstanceOf(AbortedError);
    expect(state.compaction.count).toBe(0);
    expect(await kernel.load("import-7")).toBeNull();
  });

  it("fault 17: the second summary is asked for with the first in sight, and to carry it forward", async () => {
    const { work, kernel, server } = await compacting([says({ text: "## Goal\nThe colour is #1f6feb." })]);
    const { state } = await work;
    server.script(says({ text: "## Goal\nThe colour is #1f6feb, still." }));
    const second = await kernel.compact(state);
    const body = JSON.stringify(server.requests[1]?.body);
    expect(body).toContain("#1f6feb");
    expect(body).toContain("carry forward");
    expect(second.state.summary?.text).toContain("still");
  });

  it("fault 25: the request begins with the last request's own bytes", async () => {
    const server = await scriptedServer(says({ text: "Reading on." }), says(SUMMARY));
    onTestFinished(() => server[Symbol.asyncDispose]());
    const kernel = await providerKernel(dialect, server);
    const { state } = await kernel.turn(taskOf(8));
    await kernel.compact(state);
    const [last, summary] = server.requests.map(({ body }) => leadingText(body));
    const shared = commonLength(last ?? "", summary ?? "");
    expect(shared / (last ?? "").length).toBeGreaterThan(0.95);
  });
});

/** The cached order of a request: tools, instructions, what was said; without the marks that ask for caching. */
function leadingText(body: unknown): string {
  if (!isJsonObject(body)) return "";
  const { tools, system, instructions, messages, input } = body;
  return JSON.stringify([tools, system ?? instructions, messages ?? input])
    .replaceAll(/,"cache_control":\{[^}]*\}/g, "")
    .replace(/\]\]$/, "");
}

function commonLength(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}
