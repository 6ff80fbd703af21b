import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  append,
  createKernel,
  createState,
  install,
  isJsonObject,
  message,
  PluginError,
  PluginOptionsError,
  type PrefixChange,
} from "@varve/kernel";
import { validateSchema } from "@varve/state-ajv";
import { compactionRecord, tapped } from "@varve/test-builders";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import cacheLedgerPlugin, { CacheLedger, type CacheLedgerPluginOptions, cacheLedger } from "../src/index.ts";
import { LONG_PROMPT, smallKernel, takeTurns } from "./small-kernel.ts";
import { callOf, entries, usageOf, windowFrom } from "./windows.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "varve-ledger-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function linesOf(path: string): readonly unknown[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line));
}

describe("through a kernel", () => {
  test("fault 22: a clock in the system prompt is named by the ledger, with its section and first differing byte", async () => {
    let minute = 15;
    const ledger = new CacheLedger();
    const systemPrompt = () => `${LONG_PROMPT} It is 10:${minute}.`;
    const kernel = await smallKernel({ systemPrompt, plugins: [install(cacheLedger(ledger), undefined)] });
    const told: PrefixChange[] = [];
    kernel.events.prefixChanged.tap("test", (change) => void told.push(change));

    const state = await takeTurns(kernel, 2);
    expect(ledger.lines("task-1").at(-1)?.reason).toBeNull();
    minute = 16;
    await takeTurns(kernel, 1, undefined, state);
    const line = ledger.lines("task-1").at(-1);
    const offsetBytes = `${LONG_PROMPT} It is 10:1`.length;
    expect(line?.reason).toEqual({
      kind: "section_changed",
      section: "system_prompt",
      label: "system_prompt",
      offsetBytes,
    });
    expect(line?.difference).toMatchObject({ change: "changed", offsetBytes });
    expect(told).toMatchObject([{ section: "system_prompt", offset: offsetBytes }]);
  });

  test("fault 22: a plan that changes is named too, by its own bytes", async () => {
    let step = "read";
    const ledger = new CacheLedger();
    const kernel = await smallKernel({
      plan: () => `1. look\n2. ${step}`,
      plugins: [install(cacheLedger(ledger), undefined)],
    });
    const state = await takeTurns(kernel, 3, LONG_PROMPT);
    step = "write";
    await takeTurns(kernel, 1, undefined, state);
    expect(ledger.lines("task-1").at(-1)).toMatchObject({
      reason: { kind: "section_changed", section: "plan", offsetBytes: 11 },
    });
  });

  test("fault 24: turn after turn, all of the turn before is predicted, and nothing but what was added is paid in full", async () => {
    const ledger = new CacheLedger();
    const kernel = await smallKernel({ plugins: [install(cacheLedger(ledger), undefined)] });
    await takeTurns(kernel, 12);
    const [first, ...others] = ledger.lines("task-1");
    expect(first?.reason).toEqual({ kind: "first_call" });
    for (const line of others) {
      expect(line.reason).toBeNull();
      expect(line.segments.map(({ label }) => label)).toHaveLength(2);
      expect(line.same.tokens - line.predicted.tokens).toBeLessThan(128);
    }
  });

  test("fault 25: a compaction's own request is predicted from the turn before, and told apart; its account is opened", async () => {
    const ledger = new CacheLedger();
    const kernel = await smallKernel({
      budgetTokens: 8_000,
      usage: () => usageOf(5_000, 4_992),
      plugins: [install(cacheLedger(ledger), undefined)],
    });
    await takeTurns(kernel, 12, FILLED);
    const summaries = ledger.lines("task-1").filter(({ purpose }) => purpose === "summary");
    expect(summaries.length).toBeGreaterThan(0);
    for (const line of summaries) {
      // All that the turn before had; the newest message and the instruction are new.
      const turn = ledger.lines("task-1").find(({ number }) => number === line.comparedWith);
      expect(line.predicted.counted).toBeGreaterThan((turn?.input.counted ?? 0) - 128);
      expect(line.reason).toBeNull();
    }
    const [account] = ledger.compactions("task-1");
    expect(account).toMatchObject({ recordId: "task-1/c1", summaryUsage: usageOf(5_000, 4_992) });
    const after = ledger.lines("task-1").find(({ compactions }) => compactions.length > 0);
    expect(after?.reason).toEqual({ kind: "compaction", records: ["task-1/c1"] });
    expect(ledger.totals("task-1").auxiliary.requests).toBe(summaries.length);
  });

  test("fault 23: the same tools, offered in another order, are the same segment", async () => {
    const tools = ["ls", "grep", "cat"].map((name) => ({ name, parameters: { type: "object" } }));
    const ledger = new CacheLedger();
    const kernel = await smallKernel({ plugins: [install(cacheLedger(ledger), undefined)] });
    const first = await kernel.turn(createState({ taskId: "task-1", tools }));
    await kernel.turn(append(first.state, [message("user", "Go on.")]), { tools: tools.toReversed() });
    const [before, after] = ledger.lines("task-1");
    expect(before?.segments[0]).toMatchObject({ label: "tools", section: "tools" });
    expect(after).toMatchObject({ reason: null, same: { tokens: before?.input.counted } });
  });

  test("a ledger that fails is told of by the kernel, and the turn goes on", async () => {
    const ledger = new CacheLedger({
      onEntry: () => {
        throw new Error("no room");
      },
    });
    const kernel = await smallKernel({ plugins: [install(cacheLedger(ledger), undefined)] });
    const failed = vi.fn();
    kernel.events.failed.tap("test", failed);
    const state = await takeTurns(kernel, 2);
    expect(state.turn).toBe(2);
    expect(failed).toHaveBeenCalledTimes(2);
    expect(ledger.lines("task-1").map(({ comparedWith }) => comparedWith)).toEqual([null, 1]);
  });

  test("explain shows that it only watches", async () => {
    const kernel = await smallKernel({ plugins: [install(cacheLedger(new CacheLedger()), undefined)] });
    const { observers, operations } = kernel.explain();
    const watched = observers.filter(({ names }) => names.includes("@varve/cache-ledger")).map(({ event }) => event);
    expect(watched).toEqual(["compacted", "invoked"]);
    expect(JSON.stringify(operations)).not.toContain("cache-ledger");
  });
});

const FILLED = "Words of the user that fill the window up. ".repeat(60);

describe("the file", () => {
  const call = callOf(windowFrom({ history: entries(1, 3, 1_000) }), { usage: usageOf(4_000) });
  const facts = { taskId: "task-1", turn: 0, correlationId: "task-1/0/1" };

  test("gets a line of JSON for each entry, behind what is there, in a folder that is made", async () => {
    const path = join(folder(), "deep", "cache.jsonl");
    for (const _ of [1, 2]) {
      const plugin = await tapped(cacheLedgerPlugin, { path });
      plugin.tell("invoked", { ...facts, ...call });
    }
    const plugin = await tapped(cacheLedgerPlugin, { path });
    plugin.tell("invoked", { ...facts, ...call });
    plugin.tell("compacted", { ...facts, record: compactionRecord(1, { tokensBefore: 100_000 }) });
    plugin.tell("invoked", { ...facts, ...call });
    const written = linesOf(path).filter(isJsonObject);
    expect(written.map(({ kind }) => kind)).toEqual(["request", "request", "request", "request", "compaction"]);
    expect(written[0]).toMatchObject({ request: { taskId: "task-1", correlationId: "task-1/0/1", number: 1 } });
  });

  test("that cannot be opened is a fault of the plugin, with its path", async () => {
    const blocked = join(folder(), "file");
    writeFileSync(blocked, "");
    await expect(tapped(cacheLedgerPlugin, { path: join(blocked, "x.jsonl") })).rejects.toThrow(PluginError);
  });

  test("that can no longer be written to says so once, and ends nothing", async () => {
    const path = join(folder(), "cache.jsonl");
    const plugin = await tapped(cacheLedgerPlugin, { path });
    rmSync(join(path, ".."), { recursive: true });
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    for (const _ of [1, 2]) plugin.tell("invoked", { ...facts, ...call });
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]?.[0]).toContain("@varve/cache-ledger cannot write to");
  });

  test("is not there where none is named", async () => {
    const plugin = await tapped(cacheLedgerPlugin, {});
    expect(() => plugin.tell("invoked", { ...facts, ...call })).not.toThrow();
  });
});

describe("options", () => {
  const made = (options: CacheLedgerPluginOptions) =>
    createKernel({ plugins: [install(cacheLedgerPlugin, options)], validate: validateSchema });

  test("set prices and rules", async () => {
    const path = join(folder(), "cache.jsonl");
    const plugin = await tapped(cacheLedgerPlugin, {
      path,
      prices: {
        "acme-1": {
          input: 2,
          cached_input: 1,
          output: 3,
          long_context: { above_tokens: 100, input: 20, cached_input: 10, output: 30 },
        },
      },
      rules: { acme: { rule: "openai_implicit", minimum_tokens: 1, step_tokens: 10, ttl_minutes: 1 } },
    });
    const call = (atMs: number) =>
      callOf(windowFrom({ history: entries(1, 1, 15) }), {
        provider: "acme",
        model: "acme-1",
        usage: usageOf(1_000_000, 0, { outputTokens: 0 }),
        atMs,
      });
    for (const atMs of [0, 60_000, 120_001]) plugin.tell("invoked", call(atMs));
    expect(linesOf(path)).toMatchObject([
      { request: { cost: { usd: 20 }, isRuleAssumed: false, predicted: { counted: 0 } } },
      { request: { predicted: { counted: 1_010 } } },
      { request: { reason: { kind: "ttl_passed", lifetimeMs: 60_000 } } },
    ]);
  });

  test.each<[string, object]>([
    ["a key that is not known", { paths: "x" }],
    ["a price without its output", { prices: { "gpt-5": { input: 1, cached_input: 1 } } }],
    ["a price below nothing", { prices: { "gpt-5": { input: -1, cached_input: 1, output: 1 } } }],
    ["a rule that is not known", { rules: { openai: { rule: "lru" } } }],
    ["a step of nothing", { rules: { openai: { step_tokens: 0 } } }],
    ["no room for a line", { most_lines: 0 }],
  ])("%s is refused", async (_, options) => {
    await expect(made(options)).rejects.toThrow(PluginOptionsError);
  });

  test("a ledger that is handed in takes none", async () => {
    const kernel = smallKernel({ plugins: [{ plugin: cacheLedger(new CacheLedger()), options: { path: "x" } }] });
    await expect(kernel).rejects.toThrow(PluginOptionsError);
  });
});
