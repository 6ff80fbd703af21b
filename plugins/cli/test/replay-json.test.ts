import { describe, expect, test } from "vitest";
import { workSession } from "./sessions.ts";
import { jsonLines, project, recorded, varve } from "./varve.ts";

describe("varve replay --json", () => {
  test("prints one object a call and a last one with the totals, and nothing else", async () => {
    const folder = project({ "session.jsonl": recorded(workSession(24)) });
    const run = await varve(["replay", "session.jsonl", "--budget", "3000", "--json"], { folder });
    const lines = jsonLines(run);
    const [calls, totals] = [lines.slice(0, -1), lines.at(-1)];
    expect(calls).toHaveLength(25);
    expect(calls.map(({ kind, call }) => [kind, call])).toEqual(calls.map((_, index) => ["call", index + 1]));
    const sum = (key: string) => calls.reduce((all, each) => all + Number(each[key]), 0);
    expect(totals).toMatchObject({
      kind: "totals",
      calls: 25,
      sentTokens: sum("tokens"),
      cachedTokens: sum("cachedTokens"),
      freshTokens: sum("freshTokens"),
      compactions: calls.flatMap(({ compactions }) => compactions).length,
      deciders: [
        { operation: "compaction.trigger", plugin: "@varve/trigger-fraction" },
        { operation: "compaction.keep", plugin: "@varve/keep-essentials" },
        { operation: "compaction.summarise", plugin: "@varve/summarise-extractive" },
      ],
      sessions: [{ file: "session.jsonl", format: "responses", calls: 25, failure: null, requests: null }],
    });
    expect(sum("cachedTokens") + sum("freshTokens")).toBe(sum("tokens"));
  });

  test("a call says what its sections cost, and what each compaction before it did", async () => {
    const folder = project({ "session.jsonl": recorded(workSession(24)) });
    const lines = jsonLines(await varve(["replay", "session.jsonl", "--budget", "3000", "--json"], { folder }));
    const compacted = lines.find(({ compactions }) => Array.isArray(compactions) && compactions.length > 0);
    expect(compacted?.compactions).toMatchObject([
      {
        reason: "budget",
        foldedSections: [],
        usage: null,
        decisions: [{ operation: "compaction.trigger", answer: "yes" }, {}, {}],
      },
    ]);
    const sections = Array.isArray(compacted?.sections) ? compacted.sections : [];
    expect(sections.map(({ id }) => id)).toEqual(expect.arrayContaining(["system_prompt", "task", "state_summary"]));
    expect(sections.reduce((sum, { tokens }) => sum + tokens, compacted?.toolTokens)).toBe(compacted?.tokens);
  });

  test("says what the inputs would cost: what repeats the request before at the cached rate, the rest as a write", async () => {
    const prices = `[ledger.prices."mine"]\ninput = 10.0\ncached_input = 1.0\ncache_write = 12.5\noutput = 100.0\n`;
    const toml = `[model]\nname = "mine"\ncontext_window_tokens = 100_000\n\n${prices}`;
    const folder = project({ "session.jsonl": recorded(workSession(4)), "varve.toml": toml });
    const totals = jsonLines(await varve(["replay", "session.jsonl", "--json"], { folder })).at(-1);
    const usd = (Number(totals?.cachedTokens) * 1 + Number(totals?.freshTokens) * 12.5) / 1_000_000;
    expect(totals?.inputCost).toMatchObject({
      model: "mine",
      uncachedUsd: (Number(totals?.sentTokens) * 10) / 1_000_000,
    });
    expect(totals?.inputCost).toHaveProperty("usd", expect.closeTo(usd, 10));
  });

  test("says nothing of the cost of a model whose prices it does not know", async () => {
    const folder = project({ "session.jsonl": recorded(workSession(4)), "varve.toml": `[model]\nname = "mine"\n` });
    const run = await varve(["replay", "session.jsonl", "--json"], { folder });
    expect(jsonLines(run).at(-1)?.inputCost).toBeNull();
    expect((await varve(["replay", "session.jsonl"], { folder })).out).not.toContain("US$");
  });
});
