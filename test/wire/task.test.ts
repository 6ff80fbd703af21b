import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isJsonObject } from "@varve/kernel";
import { SqliteStore } from "@varve/store-sqlite";
import { CHAT_COMPLETIONS, type Dialect, MESSAGES, RESPONSES } from "@varve/test-builders";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "../providers/valid-request.ts";
import { type CachingProxy, cachingProxy, type Passed } from "./caching-proxy.ts";
import { FIRST_ANSWER, LAST_ANSWER, type ScriptedAgent, scriptedAgent } from "./scripted-agent.ts";

const example = join(
  dirname(dirname(dirname(fileURLToPath(import.meta.url)))),
  "examples/custom-harness/03-real-model.ts",
);

describe.each<Dialect>([RESPONSES, CHAT_COMPLETIONS, MESSAGES])("a task of 60 turns over $api", ({ api }) => {
  const folder = mkdtempSync(join(tmpdir(), "varve-wire-"));
  let agent: ScriptedAgent;
  let proxy: CachingProxy;
  let [first, second] = ["", ""];

  /** One process of the example harness. */
  async function ask(question: string): Promise<string> {
    const base = api === "messages" ? proxy.url : `${proxy.url}/v1`;
    const args = ["--api", api, "--base-url", base, "--folder", folder, "--budget", "16000", "--task", "t".repeat(100)];
    const env = { ...process.env, OPENAI_API_KEY: "sk-mock", ANTHROPIC_API_KEY: "sk-mock" };
    return (await promisify(execFile)(process.execPath, [example, ...args, question], { env })).stdout;
  }

  beforeAll(async () => {
    agent = await scriptedAgent();
    proxy = await cachingProxy(api, agent.url);
    first = await ask("Explain this harness to me.");
    second = await ask("And what does it store?");
  }, 60_000);
  afterAll(async () => {
    await proxy[Symbol.asyncDispose]();
    await agent[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  const isSummary = ({ body }: Passed) => JSON.stringify(body).includes("Write that summary");
  const turns = () => proxy.passed.filter((each) => !isSummary(each));

  it("goes on in a new process where the first one stopped, and asks for each turn once", () => {
    expect(first).toContain(`Turns: ${FIRST_ANSWER}.`);
    expect(second).toContain(`Resumed at turn ${FIRST_ANSWER}, `);
    expect(second).toContain(`Turns: ${LAST_ANSWER}.`);
    expect(agent.asked.turns).toBe(LAST_ANSWER);
    expect(turns()).toHaveLength(LAST_ANSWER);
  });

  it("is compacted on the way, by summaries of the model, and nothing that was kept before is lost", async () => {
    expect(agent.asked.summaries).toBeGreaterThanOrEqual(2);
    const store = new SqliteStore(join(folder, "harness.db"));
    try {
      const read = (kind: "state" | "records") =>
        store.read({
          taskId: "t".repeat(100),
          turn: 0,
          attempt: 1,
          correlationId: "c",
          signal: new AbortController().signal,
          read: { kind },
        });
      const state = await read("state");
      const records = await read("records");
      if (state.kind !== "state" || records.kind !== "records") throw new Error("another kind");
      expect(records.records.length).toBeGreaterThanOrEqual(2);
      expect(records.damaged).toEqual([]);
      expect(state.state?.compaction.count).toBe(records.records.length);
      expect(state.state?.summary?.text).toContain("marker-1");
      for (const { usage } of records.records) expect(usage?.inputTokens).toBeGreaterThan(usage?.cachedTokens ?? 0);
      expect(state.state?.lastUsage?.usage).toMatchObject({
        inputTokens: proxy.passed.at(-1)?.measured.input,
        cachedTokens: proxy.passed.at(-1)?.measured.cached,
      });
    } finally {
      store.close();
    }
  });

  it("fault 1, 24, 26, 27, 66, 69, 77: every request is one that the provider takes", () => {
    for (const [index, { body }] of proxy.passed.entries()) expect(faultsOf(api, body), `request ${index}`).toEqual([]);
    const keep = process.env.VARVE_KEEP_REQUESTS;
    if (keep === undefined) return;
    mkdirSync(join(keep, api), { recursive: true });
    for (const [index, { body }] of proxy.passed.entries()) {
      writeFileSync(join(keep, api, `${String(index + 1).padStart(4, "0")}.json`), JSON.stringify(body));
    }
  });

  it("fault 9: what is cached is recorded on every call, and counted once", () => {
    const told = [...`${first}${second}`.matchAll(/turn \d+: (\d+) tokens sent, (\d+) % of them cached/g)];
    expect(told.map(([, input, share]) => [Number(input), Number(share)])).toEqual(
      proxy.passed.map(({ measured: { input, cached } }) => [input, Math.round((100 * cached) / input)]),
    );
    for (const { measured } of proxy.passed) expect(measured.cached).toBeLessThanOrEqual(measured.input);
  });

  it("fault 24: without a compaction between, all of the last request that is kept is found again", () => {
    const grown = proxy.passed.flatMap((each, index) => {
      const before = proxy.passed[index - 1];
      return before === undefined || isSummary(each) || isSummary(before) ? [] : [{ before, each }];
    });
    expect(grown.length).toBeGreaterThan(45);
    // Shorter requests are not kept at all.
    const kept = grown.filter(({ before }) => before.measured.input - trailing(before) > 1_024 + 128);
    expect(kept.length).toBeGreaterThan(40);
    for (const { before, each } of kept) {
      expect(each.measured.cached).toBeGreaterThan(before.measured.input - 128 - trailing(before));
    }
  });

  it("fault 25: the summary's request reuses at least 95 % of the last request, as far as that is cached in steps", () => {
    const shares = proxy.passed.flatMap((each, index) => {
      const before = proxy.passed[index - 1];
      return before !== undefined && isSummary(each) && !isSummary(before)
        ? [each.measured.cached / before.measured.input]
        : [];
    });
    expect(shares.length).toBeGreaterThanOrEqual(2);
    for (const share of shares) expect(share).toBeGreaterThan(0.93);
  });

  it("fault 20: what is summarised has the calls' names and arguments, and the results' words", () => {
    for (const { body } of proxy.passed.filter(isSummary)) {
      const text = JSON.stringify(body);
      expect(text).toContain("read_file");
      expect(text).toContain("untrusted source");
    }
  });

  it("fault 22, 23: the tool list and the instructions are the same bytes in every turn", () => {
    const prefixes = turns().map(({ body }) =>
      JSON.stringify([body.tools, body.instructions ?? body.system ?? firstMessage(body)]),
    );
    expect(new Set(prefixes).size).toBe(1);
  });
});

function firstMessage({ messages }: Passed["body"]): unknown {
  return Array.isArray(messages) && isJsonObject(messages[0]) ? messages[0].content : null;
}

/** The plan stands behind the history, and is another at most steps: what it takes of a request is not repeated. */
function trailing({ body }: Passed): number {
  const all = body.input ?? body.messages;
  const last: unknown = Array.isArray(all) ? all.at(-1) : null;
  return Math.ceil(JSON.stringify(last).length / 4);
}
