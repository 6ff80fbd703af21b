import { message } from "@varve/kernel";
import { compactionRecord, conversation, entry as historyEntry } from "@varve/test-builders";
import { describe, expect, test } from "vitest";
import { CacheLedger } from "../src/index.ts";
import { callOf, entries, entry, usageOf, windowFrom } from "./windows.ts";

const history = entries(1, 4, 1_000);

describe("a line", () => {
  const tools = [{ name: "grep", parameters: {} }];
  const task = [
    ["task", "Mend the cart.", 300],
    ["plan", "1. read", 200],
  ] as const;

  test("names the segments of a request in the order of the wire", () => {
    const ledger = new CacheLedger();
    const line = ledger.observe(
      callOf(windowFrom({ tools, toolTokens: 50, task, history: [entry(1, 10), entry(2, 20, "result")] })),
    );
    expect(line.segments.map(({ label, section, tokens }) => [label, section, tokens])).toEqual([
      ["tools", "tools", 50],
      ["system_prompt", "system_prompt", 1_000],
      ["task", "task", 300],
      ["plan", "plan", 200],
      ["e1", "history", 10],
      ["e2", "tool_results", 20],
    ]);
    expect(line.input).toEqual({ counted: 1_580, reported: null });
    for (const { digest } of line.segments) expect(digest).toMatch(/^[0-9a-f]{16}$/);
  });

  test("holds only what is not the same as in the turn before; all of the last request is kept beside", () => {
    const ledger = new CacheLedger();
    ledger.observe(callOf(windowFrom({ tools, toolTokens: 50, task, history })));
    const grown = [...history, entry(5, 70, "assistant"), entry(6, 80)];
    const line = ledger.observe(callOf(windowFrom({ tools, toolTokens: 50, task, history: grown })));
    expect(line).toMatchObject({
      number: 2,
      comparedWith: 1,
      same: { segments: 8, tokens: 5_550 },
      difference: { index: 8, label: "e5", section: "history", change: "added", offsetBytes: null },
    });
    expect(line.segments.map(({ label }) => label)).toEqual(["e5", "e6"]);
    expect(ledger.segments("task-1").map(({ label }) => label)).toHaveLength(10);
  });

  test("says where prediction and report part", () => {
    const ledger = new CacheLedger();
    ledger.observe(callOf(windowFrom({ history }), { usage: usageOf(5_000) }));
    const line = (cached: number) =>
      ledger.observe(callOf(windowFrom({ history }), { usage: usageOf(5_000, cached) })).partsAt;
    expect(line(4_992)).toBeNull();
    expect(line(2_560)).toBe("e2");
    expect(line(0)).toBe("system_prompt");
  });

  test("tells instructions that nobody says the sections of as one segment", () => {
    const window = { ...windowFrom({ history }), sections: [] };
    const { segments } = new CacheLedger().observe(callOf(window));
    expect(segments[0]).toMatchObject({ label: "instructions", tokens: 1_000 });
  });

  test("is frozen, and so is everything else that the ledger gives out", () => {
    const ledger = new CacheLedger();
    const line = ledger.observe(callOf(windowFrom({ history }), { usage: usageOf(5_000) }));
    ledger.compacted(compactionRecord(1));
    const given = [line, line.segments, line.usage, ledger.lines("task-1"), ledger.tasks, ledger.totals()];
    expect([...given, ledger.compactions("task-1")[0], ledger.segments("task-1")].every(Object.isFrozen)).toBe(true);
  });

  test("leaves what it was told as it was", () => {
    const usage = usageOf(5_000);
    const window = windowFrom({ history });
    new CacheLedger().observe(callOf(window, { usage }));
    expect([usage, window, window.input].some(Object.isFrozen)).toBe(false);
  });
});

describe("fault 25: auxiliary requests", () => {
  const instruction = entry(90, 60, "user", "Summarise.");
  const { entry: _, ...ownItem } = instruction;
  const summaryOf = (count: number) =>
    windowFrom({ history: [...history.slice(0, count), { ...ownItem, sections: ["summary_instruction"] }] });
  const turn = (count: number) => callOf(windowFrom({ history: entries(1, count, 1_000) }));

  test("find what the last turn left, and are told of and counted apart", () => {
    const ledger = new CacheLedger();
    ledger.observe(turn(4));
    const line = ledger.observe(callOf(summaryOf(4), { purpose: "summary" }));
    expect(line).toMatchObject({
      purpose: "summary",
      comparedWith: 1,
      predicted: { tokens: 4_992 },
      same: { tokens: 5_000 },
      reason: null,
    });
    expect(ledger.totals("task-1")).toMatchObject({
      turns: { requests: 1, countedTokens: 5_000 },
      auxiliary: { requests: 1, countedTokens: 5_060, predictedShare: 4_992 / 5_060 },
    });
  });

  test("have no reason where they repeat a part and add what is their own", () => {
    const ledger = new CacheLedger();
    ledger.observe(turn(4));
    expect(ledger.observe(callOf(summaryOf(2), { purpose: "summary" }))).toMatchObject({
      predicted: { tokens: 2_944 },
      possible: 2_944,
      reason: null,
    });
  });

  test("have one where they do not begin with the last request's bytes", () => {
    const ledger = new CacheLedger();
    ledger.observe(turn(4));
    const other = windowFrom({ instructions: [["system_prompt", "You summarise.", 1_000]], history });
    expect(ledger.observe(callOf(other, { purpose: "summary" })).reason).toMatchObject({
      kind: "section_changed",
      section: "system_prompt",
    });
  });

  test("are no request before for a turn, but what they read stays alive for it", () => {
    const minutes = (count: number) => count * 60_000;
    const ledger = new CacheLedger();
    ledger.observe({ ...turn(4), atMs: 0 });
    ledger.observe({ ...callOf(summaryOf(4), { purpose: "summary" }), atMs: minutes(8) });
    const line = ledger.observe({ ...turn(5), atMs: minutes(16) });
    expect(line).toMatchObject({ comparedWith: 1, predicted: { tokens: 4_992 }, reason: null });
    expect(line.segments.map(({ label }) => label)).toEqual(["e5"]);
  });

  test("are compared with the request that they have most in common with, auxiliary or not", () => {
    const ledger = new CacheLedger();
    ledger.observe(turn(4));
    ledger.observe(callOf(summaryOf(4), { purpose: "summary" }));
    const { input, ...rest } = summaryOf(4);
    const again = { ...rest, input: [...input, entry(91, 20, "user", "Again.")] };
    expect(ledger.observe(callOf(again, { purpose: "summary" }))).toMatchObject({
      comparedWith: 2,
      same: { tokens: 5_060 },
    });
  });
});

describe("memory", () => {
  test("keeps the latest lines of a task, and all of them in its totals", () => {
    const ledger = new CacheLedger({ mostLines: 3 });
    for (let count = 1; count <= 10; count += 1)
      ledger.observe(callOf(windowFrom({ history: entries(1, count, 100) })));
    expect(ledger.lines("task-1").map(({ number }) => number)).toEqual([8, 9, 10]);
    expect(ledger.totals("task-1").turns.requests).toBe(10);
  });

  test("keeps the latest tasks, and all of them in the overall totals", () => {
    const ledger = new CacheLedger({ mostTasks: 2 });
    for (const taskId of ["a", "b", "a", "c"]) ledger.observe(callOf(windowFrom({ taskId, history })));
    expect(ledger.tasks).toEqual(["a", "c"]);
    expect(ledger.lines("b")).toEqual([]);
    expect(ledger.totals("b").turns.requests).toBe(0);
    expect(ledger.totals().turns.requests).toBe(4);
  });

  test("keeps tasks apart", () => {
    const ledger = new CacheLedger();
    ledger.observe(callOf(windowFrom({ taskId: "a", history })));
    expect(ledger.observe(callOf(windowFrom({ taskId: "b", history }))).reason).toEqual({ kind: "first_call" });
  });
});

test("totals have each token once, and the reasons counted", () => {
  const ledger = new CacheLedger();
  ledger.observe(callOf(windowFrom({ history }), { usage: usageOf(5_000) }));
  ledger.observe(callOf(windowFrom({ history: [...history, entry(5, 1_000)] }), { usage: usageOf(6_000, 4_992) }));
  ledger.observe(callOf(windowFrom({ history: history.slice(2) }), { usage: null }));
  expect(ledger.totals("task-1").turns).toMatchObject({
    requests: 3,
    inputTokens: 11_000,
    cachedTokens: 4_992,
    cachedShare: 4_992 / 11_000,
    outputTokens: 200,
    predictedTokens: 4_992,
    unmeasured: 1,
    reasons: { first_call: 1, history_shortened: 1 },
  });
});

test("no text of a window, an answer or a record is in what the ledger gives out", () => {
  const secret = "MARKER-of-what-was-said";
  const told: unknown[] = [];
  const ledger = new CacheLedger({ onEntry: (each) => void told.push(each) });
  const tools = [{ name: "grep", description: secret, parameters: {} }];
  const said = (more: string) =>
    windowFrom({
      tools,
      toolTokens: 100,
      instructions: [["system_prompt", `${secret} ${more}`, 2_000]],
      task: [["task", secret, 300]],
      history: [entry(1, 10, "user", secret), entry(2, 10, "call", secret), entry(3, 10, "result", secret)],
    });
  const answer = conversation().assistant(secret).items;
  for (const more of ["a", "b"]) {
    const call = callOf(said(more), { body: { instructions: secret, reasoning: { effort: secret } } });
    ledger.observe({ ...call, response: { ...call.response, items: answer } });
  }
  ledger.compacted(
    compactionRecord(1, {
      removed: [{ index: 0, entry: historyEntry(1, message("user", secret)) }],
      folded: [{ section: "notes", digest: "d", text: secret }],
      summaryAfter: { text: secret },
    }),
  );
  ledger.observe(callOf(windowFrom({ history }), {}));
  const given = [told, ledger, ledger.lines("task-1"), ledger.segments("task-1"), ledger.compactions("task-1")];
  const json = JSON.stringify([...given, ledger.totals()]);
  expect(told).toHaveLength(4);
  expect(json).toContain("section_changed");
  expect(json).not.toContain("MARKER");
});
