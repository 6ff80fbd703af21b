import { conversation } from "@varve/test-builders";
import { describe, expect, test } from "vitest";
import { shortSession, workSession } from "./sessions.ts";
import { jsonLines, project, recorded, varve } from "./varve.ts";

describe("what a replay cannot do", () => {
  test("a window that no compaction can shrink ends that session, and the others still run", async () => {
    const talk = conversation().user("short").assistant("yes").user("word ".repeat(4_000)).assistant("no");
    const folder = project({ "large.jsonl": recorded(talk), "short.jsonl": recorded(shortSession()) });
    const { exitCode, out, err } = await varve(["replay", "large.jsonl", "short.jsonl", "--budget", "3000"], {
      folder,
    });
    expect(exitCode).toBe(1);
    expect(err).toMatch(
      /^varve: large\.jsonl, call 2: No compaction can bring the window under 2250 tokens .*history \d+ .*Raise /,
    );
    expect(err.split("\n")).toHaveLength(2);
    expect(out).toMatch(
      /large\.jsonl\n[\s\S]* {2}1 +[\d,]+ [\s\S]*calls {4}1, 0 compactions[\s\S]*short\.jsonl\n[\s\S]*calls {4}2, /,
    );
    expect(out).toContain("all 2 sessions");
  });

  test("the totals for programs say which session failed where", async () => {
    const talk = conversation().user("short").assistant("yes").user("word ".repeat(4_000)).assistant("no");
    const folder = project({ "large.jsonl": recorded(talk) });
    const run = await varve(["replay", "large.jsonl", "gone.jsonl", "--budget", "3000", "--json"], { folder });
    expect(run.exitCode).toBe(1);
    expect(jsonLines(run).at(-1)?.sessions).toMatchObject([
      { file: "large.jsonl", calls: 1, failure: { call: 2, code: "CONTEXT_OVERFLOW" } },
      { file: "gone.jsonl", calls: 0, format: null, failure: { call: null, code: "TRANSCRIPT" } },
    ]);
  });

  test.each([
    ["missing", null, /session\.jsonl: there is no such file\. Check the path\.$/],
    ["empty", "", /session\.jsonl: it is empty\. Check that/],
    ["binary", "\u0000\u0001\u0002\u0000\u0003", /session\.jsonl: it is binary data\. Name a JSON/],
    ["truncated", '[{"type":"message","role":"user","content":"hel', /session\.jsonl, line 1.*\. Mend the file/],
    ["unknown", '{"some":"thing"}', /session\.jsonl, line 1: its form is not known; .* Known are /],
    [
      "answerless",
      '{"messages":[{"role":"user","content":"hi"}]}',
      /session\.jsonl: it holds no model call, .* Name a recording/,
    ],
  ])("a transcript that is %s is refused in one line that names file and remedy", async (_, content, message) => {
    const folder = project(content === null ? {} : { "session.jsonl": content });
    const { exitCode, out, err } = await varve(["replay", "session.jsonl"], { folder });
    expect([exitCode, out]).toEqual([1, ""]);
    expect(err.trimEnd()).toMatch(message);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
  });

  test("fault 36: a truncated last line costs that line only, and is said", async () => {
    const folder = project({ "session.jsonl": `${recorded(shortSession())}{"type":"message","ro` });
    const { exitCode, out, err } = await varve(["replay", "session.jsonl"], { folder });
    expect(exitCode).toBe(0);
    expect(out).toContain("2 model calls");
    expect(err).toMatch(/^damaged: session\.jsonl, line 5: .+\n$/);
  });

  test("of many damaged lines the first are told, and how many there are", async () => {
    const folder = project({ "session.jsonl": recorded(shortSession()) + '{"broken\n'.repeat(30) });
    const { exitCode, err } = await varve(["replay", "session.jsonl"], { folder });
    expect(exitCode).toBe(0);
    expect(err.match(/^damaged: session\.jsonl, line/gm)).toHaveLength(10);
    expect(err).toContain("damaged: session.jsonl: 20 more; 30 problems in all");
  });

  test("a plugin that asks a model is told that a replay has no network", async () => {
    const folder = project({
      "session.jsonl": recorded(workSession(24)),
      "varve.toml": '[context]\nturn_budget_tokens = 3000\n[[plugins]]\nuse = "./asks.mjs"\n',
      "asks.mjs": `export default { name: "@acme/asks", api: 1, apply(kernel) {
        kernel.hooks.compaction.summarise.in.tapPromise("@acme/asks", ({ window }) => kernel.ask(window));
      } };`,
    });
    const { exitCode, err } = await varve(["replay", "session.jsonl"], { folder });
    expect(exitCode).toBe(1);
    expect(err).toMatch(/call \d+: @acme\/asks failed at compaction\.summarise.*a replay has no network/);
  });

  test("an interrupted replay shows what was done, and leaves the other files alone", async () => {
    const folder = project({ "a.jsonl": recorded(workSession(40)), "b.jsonl": recorded(shortSession()) });
    const interruption = new AbortController();
    const { exitCode, out, err } = await varve(["replay", "a.jsonl", "b.jsonl", "--json"], {
      folder,
      signal: interruption.signal,
      onOut: (text) => {
        if (text.includes('"call":3,')) interruption.abort("interrupted");
      },
    });
    expect(exitCode).toBe(130);
    expect(err).toContain("was aborted: interrupted");
    const lines = out.trimEnd().split("\n");
    expect(lines).toHaveLength(4);
    expect(JSON.parse(lines[3] ?? "")).toMatchObject({
      calls: 3,
      sessions: [{ failure: { call: 4, code: "ABORTED" } }],
    });
  });
});
