import type { TriggerContext, UsageAnchor } from "@varve/kernel";
import { limits, tapped, triggerContext } from "@varve/test-builders";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import plugin, { type AdaptiveOptions } from "../src/index.ts";

const LIMITS = limits({ budgetTokens: 100_000, triggerTokens: 75_000, targetTokens: 37_500 });

function measured(inputTokens: number, cachedTokens: number): UsageAnchor {
  const usage = { inputTokens, cachedTokens, cacheWriteTokens: 0, outputTokens: 100, reasoningTokens: 0 };
  return { usage, model: null, countedTokens: inputTokens, compactions: 0, atMs: 0 };
}

/** A window of some tokens, in a task with a warm cache. */
function context(tokens: number, more: Partial<TriggerContext> = {}): TriggerContext {
  return triggerContext({
    estimate: { tokens, basis: "measured" },
    limits: LIMITS,
    floorTokens: 5_000,
    turn: 20,
    lastUsage: measured(tokens, tokens - 500),
    lastUsageAgeMs: 1_000,
    growthTokensPerTurn: 800,
    ...more,
  });
}

async function answer(given: TriggerContext, options?: AdaptiveOptions) {
  const result = await (await tapped(plugin, options)).call("compaction.trigger.in", given);
  if (typeof result !== "object" || result === null || !("compact" in result)) throw new Error("no answer");
  return { compact: result.compact, reason: "reason" in result ? String(result.reason) : "" };
}

describe("the adaptive trigger", () => {
  it("is asked before the default", async () => {
    expect((await tapped(plugin, undefined)).taps("compaction.trigger.in")).toEqual(["@varve/trigger-adaptive@0"]);
  });

  it("weighs by hand as its formula says: 20 turns at a tenth of 32,500 tokens against a summary, a rewrite and a reading", async () => {
    // saves 20 · 0.1 · (70,000 − 37,500) = 65,000; costs 1,500 · 5 + 1.25 · 32,500 + 0.1 · 70,000 = 55,125
    const { compact, reason } = await answer(context(70_000));
    expect(compact).toBe(true);
    expect(reason).toContain("55,125 to compact, 65,000 to carry on for 20 turns (the cache is warm)");
  });

  it("carries on where few turns are to come, and compacts where many are", async () => {
    expect((await answer(context(70_000), { expected_turns: 10 })).compact).toBe(false);
    expect((await answer(context(70_000), { expected_turns: 40 })).compact).toBe(true);
  });

  it("compacts earlier where the cache has gone cold: the window is paid in full either way", async () => {
    expect((await answer(context(60_000))).compact).toBe(false);
    expect((await answer(context(60_000, { lastUsageAgeMs: 600_000, turn: 25 }))).compact).toBe(true);
    expect((await answer(context(60_000, { lastUsage: null, turn: 25 }))).reason).toContain("cold");
  });

  it("goes by the prices that it is given: where cached tokens cost nothing, carrying on is free", async () => {
    expect((await answer(context(90_000), { cached_price: 0 })).compact).toBe(false);
    expect((await answer(context(50_000), { cached_price: 1, write_price: 1 })).compact).toBe(true);
  });

  it("never argues with the budget: where the next turn would not fit, it compacts", async () => {
    expect((await answer(context(99_500), { cached_price: 0 })).compact).toBe(true);
    expect((await answer(context(120_000, { about: "floor" }))).compact).toBe(true);
  });

  it("does not compact below the target, and lets a window be compacted whose floor is below the budget", async () => {
    expect((await answer(context(30_000), { cached_price: 1 })).compact).toBe(false);
    expect((await answer(context(80_000, { about: "floor" }))).compact).toBe(false);
  });

  it("does not end a turn that fits because the turns so far were large", async () => {
    const large = { growthTokensPerTurn: 98_000 };
    expect((await answer(context(5_000, { ...large, about: "floor" }))).compact).toBe(false);
    expect((await answer(context(37_500, { ...large, compactionsThisTurn: 1 }))).compact).toBe(false);
    expect((await answer(context(40_000, large))).compact).toBe(true);
  });

  it("says no right after a compaction: what was saved is saved", async () => {
    expect((await answer(context(37_500, { compactionsThisTurn: 1 }))).compact).toBe(false);
  });

  it("says yes at every size above one at which it says yes, and always has a reason", async () => {
    const trigger = await tapped(plugin, undefined);
    const size = fc.integer({ min: 0, max: 150_000 });
    await fc.assert(
      fc.asyncProperty(size, size, fc.integer({ min: 0, max: 200 }), fc.boolean(), async (a, b, turn, isCold) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        const say = async (tokens: number) => {
          const given = context(tokens, { turn, ...(isCold ? { lastUsage: null } : {}) });
          const result = await trigger.call("compaction.trigger.in", given);
          expect(result).toMatchObject({ reason: expect.stringMatching(/\S/) });
          return JSON.stringify(result).includes('"compact":true');
        };
        if (await say(less)) expect(await say(more)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
