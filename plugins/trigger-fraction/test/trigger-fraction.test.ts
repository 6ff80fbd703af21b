import type { TriggerContext, UsageAnchor } from "@varve/kernel";
import { limits, tapped, triggerContext } from "@varve/test-builders";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import triggerFraction from "../src/index.ts";

const trigger = await tapped(triggerFraction, undefined);

async function ask(more: Partial<TriggerContext>): Promise<unknown> {
  return await trigger.call("compaction.trigger.in", triggerContext(more));
}

function lastUsage(inputTokens: number, cachedTokens: number): UsageAnchor {
  return {
    usage: { inputTokens, cachedTokens, cacheWriteTokens: 0, outputTokens: 100, reasoningTokens: 0 },
    model: "gpt-6.1-sol",
    countedTokens: inputTokens,
    compactions: 0,
    atMs: null,
  };
}

const line = limits({ budgetTokens: 100_000, turnBudgetTokens: 100_000, triggerTokens: 75_000, targetTokens: 37_500 });

describe("the line", () => {
  it("says yes above it, with the figures and how they were got", async () => {
    expect(await ask({ estimate: { tokens: 81_250, basis: "measured" }, limits: line })).toEqual({
      compact: true,
      reason: "81,250 of 75,000 tokens (measured)",
    });
  });

  it("says no below it and on it, with the same receipt", async () => {
    expect(await ask({ estimate: { tokens: 74_999, basis: "scaled" }, limits: line })).toEqual({
      compact: false,
      reason: "74,999 of 75,000 tokens (scaled)",
    });
    expect(await ask({ estimate: { tokens: 75_000, basis: "counted" }, limits: line })).toMatchObject({
      compact: false,
    });
  });

  it("is answered as the default executor", () => {
    expect(trigger.taps("compaction.trigger.in")).toEqual(["@varve/trigger-fraction@1000"]);
  });
});

describe("faults", () => {
  it("fault 9: cached tokens are not added on top of the input", async () => {
    const answer = await ask({
      estimate: { tokens: 38_196, basis: "measured" },
      lastUsage: lastUsage(38_196, 38_153),
      limits: line,
    });
    expect(answer).toEqual({ compact: false, reason: "38,196 of 75,000 tokens (measured)" });
  });

  it("fault 55: the room for the answer is taken off before the line is drawn", async () => {
    // A window of 100,000 with room for an answer of 65,000 leaves 35,000, and three quarters of that are the line.
    const left = limits({
      windowTokens: 35_000,
      turnBudgetTokens: 100_000,
      budgetTokens: 35_000,
      triggerTokens: 26_250,
      targetTokens: 13_125,
    });
    expect(await ask({ estimate: { tokens: 60_000, basis: "counted" }, limits: left })).toMatchObject({
      compact: true,
    });
  });

  it("fault 56: the counted estimate triggers alone, though the reported usage stands still", async () => {
    const answer = await ask({
      estimate: { tokens: 80_000, basis: "counted" },
      lastUsage: lastUsage(60_000, 0),
      limits: line,
    });
    expect(answer).toMatchObject({ compact: true });
  });

  it("fault 57: the usage from before a compaction does not fire the next one", async () => {
    const answer = await ask({
      estimate: { tokens: 40_000, basis: "scaled" },
      lastUsage: lastUsage(81_250, 0),
      compactionsThisTurn: 1,
      limits: line,
    });
    expect(answer).toMatchObject({ compact: false });
  });

  it("fault 58: what is over the window is compacted even where next to nothing can be saved", async () => {
    const tight = limits({ windowTokens: 80_000, budgetTokens: 80_000, triggerTokens: 60_000, targetTokens: 30_000 });
    const answer = await ask({
      estimate: { tokens: 80_001, basis: "counted" },
      floorTokens: 79_900,
      growthTokensPerTurn: 0,
      compactionsThisTurn: 7,
      limits: tight,
    });
    expect(answer).toMatchObject({ compact: true });
  });

  it("fault 82: the answer depends on the estimate and the line, and on no other count", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(200_000),
        fc.nat(200_000),
        fc.record({
          floorTokens: fc.nat(200_000),
          growthTokensPerTurn: fc.nat(50_000),
          compactionsThisTurn: fc.nat(20),
          lastUsage: fc.option(fc.nat(300_000).map((input) => lastUsage(input, Math.floor(input / 2)))),
          lastUsageAgeMs: fc.option(fc.nat()),
          about: fc.constantFrom("window" as const, "floor" as const),
        }),
        async (tokens, triggerTokens, whatever) => {
          const answer = await ask({
            ...whatever,
            estimate: { tokens, basis: "counted" },
            limits: limits({ triggerTokens }),
          });
          expect(answer).toMatchObject({ compact: tokens > triggerTokens });
        },
      ),
    );
  });
});
