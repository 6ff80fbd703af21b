import type { Usage } from "@varve/kernel";
import { describe, expect, test } from "vitest";
import { CacheLedger, costOf, PRICES, type Price, priceOf } from "../src/index.ts";
import { callOf, usageOf, windowFrom } from "./windows.ts";

const price: Price = {
  input: 2,
  cached: 0.1,
  cacheWrite: 2.5,
  longCacheWrite: 5,
  output: 10,
  asOf: "2026-01-01",
  source: "test",
  long: { aboveTokens: 200_000, input: 4, cached: 0.2, cacheWrite: 5, output: 15 },
};

describe("a cost", () => {
  test("has each token at its own rate, once", () => {
    const usage = usageOf(100_000, 80_000, { cacheWriteTokens: 15_000, outputTokens: 2_000, reasoningTokens: 1_500 });
    // 5,000 fresh at 2, 80,000 read at 0.1, 15,000 written at 2.5, 2,000 of output at 10, all per million.
    expect(costOf(usage, price)).toEqual({
      usd: expect.closeTo(0.0755, 12),
      input: expect.closeTo(0.01, 12),
      cached: expect.closeTo(0.008, 12),
      cacheWrite: expect.closeTo(0.0375, 12),
      output: expect.closeTo(0.02, 12),
    });
  });

  test("is that of a long request for all of its tokens", () => {
    const usage = usageOf(200_001, 200_000, { outputTokens: 1_000 });
    expect(costOf(usage, price).usd).toBeCloseTo(0.04 + 0.000004 + 0.015, 12);
    expect(costOf({ ...usage, inputTokens: 200_000 }, price).usd).toBeCloseTo(0.02 + 0.01, 12);
  });

  test("of a write depends on how long it is kept", () => {
    const usage = usageOf(1_000_000, 0, { cacheWriteTokens: 100_000, outputTokens: 0 });
    const short = { ...usage, inputTokens: 100_000 };
    expect(costOf(short, price, "short").usd).toBeCloseTo(0.25, 12);
    expect(costOf(short, price, "long").usd).toBeCloseTo(0.5, 12);
  });

  test("is never less than nothing, whatever a server reports", () => {
    const odd = usageOf(100, 500, { cacheWriteTokens: 500, outputTokens: 0 });
    expect(costOf(odd, price)).toMatchObject({ input: 0, cacheWrite: 0, usd: expect.closeTo(0.00001, 12) });
  });
});

describe("the table", () => {
  test("has the figures that its pages state", () => {
    // The worked example of a call to GPT-6.2 Sol: 1,000 fresh, 9,000 read and 2,000 written tokens, 500 of output.
    const usage: Usage = usageOf(12_000, 9_000, { cacheWriteTokens: 2_000, outputTokens: 500 });
    const sol = priceOf("gpt-6.2-sol", PRICES);
    const opus = priceOf("claude-opus-5-5", PRICES);
    if (sol === null || opus === null) throw new Error("the table lacks them");
    expect(costOf(usage, sol).usd).toBeCloseTo(0.002 + 0.0009 + 0.005 + 0.005, 12);
    expect(costOf(usage, opus).usd).toBeCloseTo(0.004 + 0.0018 + 0.01 + 0.01, 12);
    expect(costOf(usage, opus, "long").usd).toBeCloseTo(0.004 + 0.0018 + 0.016 + 0.01, 12);
  });

  test.each(Object.entries(PRICES))("%s is dated, has a source, and reads cheaper than it sends", (_, each) => {
    expect(each.asOf).toMatch(/^20\d\d-[01]\d-[0-3]\d$/);
    expect(each.source).toMatch(/^https:\/\/(developers\.openai\.com|platform\.claude\.com)\//);
    for (const rates of [each, ...(each.long === undefined ? [] : [each.long])]) {
      expect(rates.cached).toBeLessThan(rates.input);
      expect(rates.cacheWrite).toBeGreaterThanOrEqual(rates.input);
      expect(rates.output).toBeGreaterThan(rates.input);
    }
  });

  test("knows snapshots by their model, and nothing of what is not in it", () => {
    expect(priceOf("gpt-5-2025-08-07", PRICES)).toBe(PRICES["gpt-5"]);
    expect(priceOf("claude-haiku-4-5-20251001", PRICES)).toBe(PRICES["claude-haiku-4-5"]);
    expect(priceOf("gpt-5-extra", PRICES)).toBeNull();
    expect(priceOf("constructor", PRICES)).toBeNull();
    expect(priceOf(null, PRICES)).toBeNull();
  });
});

describe("a line's cost", () => {
  const call = callOf(windowFrom({}), { model: "acme-1", usage: usageOf(1_000_000, 0, { outputTokens: 0 }) });

  test("is null, and says why, for a model without a price and for a call without a usage", () => {
    const ledger = new CacheLedger();
    expect(ledger.observe(call)).toMatchObject({ cost: null, unpriced: "unknown_model" });
    expect(ledger.observe(callOf(windowFrom({})))).toMatchObject({ cost: null, unpriced: "no_usage" });
    expect(ledger.totals("task-1").turns).toMatchObject({ requests: 2, usd: 0, unpriced: 2, unmeasured: 1 });
  });

  test("goes by a price that was handed in, also in the place of one of the table", () => {
    const ledger = new CacheLedger({ prices: { "acme-1": price, "gpt-5": price } });
    expect(ledger.observe(call).cost?.usd).toBeCloseTo(4, 12);
    const gpt = callOf(windowFrom({}), { model: "gpt-5", usage: usageOf(100_000, 0, { outputTokens: 0 }) });
    expect(ledger.observe(gpt).cost?.usd).toBeCloseTo(0.2, 12);
  });

  test("holds nothing of tries that failed, and counts those that may have been paid", () => {
    const failed = { reason: "503", status: 503, requestId: null, waitedMs: 10 };
    const retries = [
      { ...failed, mayBePaid: true },
      { ...failed, mayBePaid: false },
    ];
    const ledger = new CacheLedger();
    expect(ledger.observe(callOf(windowFrom({}), { retries })).mayAlsoBePaid).toBe(1);
    expect(ledger.totals().turns.mayAlsoBePaid).toBe(1);
  });
});
