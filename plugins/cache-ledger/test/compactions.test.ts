import { compactionRecord } from "@varve/test-builders";
import { describe, expect, test } from "vitest";
import { CacheLedger, type LedgerEntry, type Price, TOKEN_WORTH } from "../src/index.ts";
import { type Answered, callOf, entries, entry, type Layout, usageOf, windowFrom } from "./windows.ts";

/** A tenth for what is cached; a write costs nothing more. */
const price: Price = { input: 10, cached: 1, cacheWrite: 10, output: 50, asOf: "2026-01-01", source: "test" };
const prices = { "gpt-5": price };

const before = entries(1, 40, 1_000);
const after = [entry(90, 500, "user", "what came before"), ...entries(36, 40, 1_000)];

/** 41,000 tokens are sent, then a compaction brings them down to 6,500, of which 1,000 are as they were. */
const record = compactionRecord(1, { tokensBefore: 41_000, tokensAfter: 6_500, uncachedTokens: 5_500 });

function ledgerBefore(options: ConstructorParameters<typeof CacheLedger>[0] = {}): CacheLedger {
  const ledger = new CacheLedger({ prices, clock: () => 0, ...options });
  ledger.observe(callOf(windowFrom({ history: before }), { usage: usageOf(41_000) }));
  return ledger;
}

function turn(ledger: CacheLedger, history: Layout["history"], answered: Answered = {}): void {
  ledger.observe(callOf(windowFrom({ history: history ?? [] }), answered));
}

const summary = { purpose: "summary", usage: usageOf(36_000, 35_000, { outputTokens: 400 }) } as const;

/** 1,000 fresh tokens at 10, 35,000 cached at 1, 400 of output at 50, per million. */
const SUMMARY_USD = 0.01 + 0.035 + 0.02;

describe("whether a compaction paid for itself", () => {
  test("is what later calls no longer carry, without its summary and what was paid again", () => {
    const ledger = ledgerBefore();
    ledger.observe(callOf(windowFrom({ history: before.slice(0, 35) }), summary));
    ledger.compacted(record);
    expect(ledger.compactions("task-1")).toMatchObject([
      { callsAfter: 0, refilledTokens: null, paidBackAfterCalls: null },
    ]);

    turn(ledger, after, { usage: usageOf(6_500, 1_024) });
    // 34,500 tokens at 1; 6,500 without 1,024 cost 10 in the place of 1.
    const refill = (5_476 * 9) / 1e6;
    expect(ledger.compactions("task-1")).toMatchObject([
      {
        recordId: "task-1/c1",
        savedTokensPerCall: 34_500,
        refilledTokens: 5_476,
        callsAfter: 1,
        summaryUsage: summary.usage,
        usd: {
          summary: expect.closeTo(SUMMARY_USD, 12),
          refill: expect.closeTo(refill, 12),
          saved: expect.closeTo(0.0345, 12),
          balance: expect.closeTo(0.0345 - SUMMARY_USD - refill, 12),
        },
        paidBackAfterCalls: null,
      },
    ]);

    const grown = [1, 2, 3, 4].map((count) => [...after, ...entries(41, 40 + count, 100)]);
    for (const history of grown) turn(ledger, history, { usage: usageOf(6_500, 6_400) });
    // 0.114284 were spent, 0.0345 are saved by each call.
    expect(ledger.compactions("task-1")).toMatchObject([{ callsAfter: 5, paidBackAfterCalls: 4 }]);
  });

  test("counts the summary by its own calls, and by its record where they were not seen, never by both", () => {
    const used = compactionRecord(1, { ...record, usage: summary.usage });
    const both = ledgerBefore();
    both.observe(callOf(windowFrom({ history: before.slice(0, 35) }), summary));
    both.compacted(used);
    const recordOnly = ledgerBefore();
    recordOnly.compacted(used);
    for (const ledger of [both, recordOnly]) {
      expect(ledger.compactions("task-1")[0]).toMatchObject({
        summaryUsage: summary.usage,
        usd: { summary: expect.closeTo(SUMMARY_USD, 12) },
      });
    }
  });

  test("is not charged for calls that belong to an earlier turn", () => {
    const ledger = ledgerBefore();
    ledger.observe(callOf(windowFrom({ history: before.slice(0, 35) }), summary));
    turn(ledger, before, { usage: usageOf(41_000, 40_960) });
    ledger.compacted(record);
    expect(ledger.compactions("task-1")[0]).toMatchObject({ summaryUsage: null, usd: { summary: 0 } });
  });

  test("is not charged for what the turn itself added", () => {
    const ledger = ledgerBefore();
    // The window that was compacted had 2,000 tokens more than the one that was sent last.
    ledger.compacted(compactionRecord(1, { ...record, tokensBefore: 43_000, tokensAfter: 8_500 }));
    turn(ledger, [...after, entry(41, 2_000)], { usage: usageOf(8_500, 1_024) });
    expect(ledger.compactions("task-1")[0]?.refilledTokens).toBe(5_476);
  });

  test("is not charged for a cache that had gone for another reason", () => {
    const ledger = ledgerBefore();
    ledger.compacted(record);
    turn(ledger, after, { usage: usageOf(6_500, 0), model: "gpt-5-mini" });
    expect(ledger.compactions("task-1")[0]).toMatchObject({ refilledTokens: 0, usd: { refill: 0 } });
  });

  test("goes by the record where no usage is reported, scaled where it is", () => {
    const ledger = ledgerBefore();
    ledger.compacted(record);
    turn(ledger, after);
    expect(ledger.compactions("task-1")[0]).toMatchObject({
      refilledTokens: 5_500,
      usd: { saved: expect.closeTo(0.0345, 12), refill: expect.closeTo((5_500 * 9) / 1e6, 12) },
    });
    const doubled = ledgerBefore();
    doubled.compacted(record);
    turn(doubled, after, { usage: usageOf(13_000, 2_048) });
    expect(doubled.compactions("task-1")[0]?.usd?.saved).toBeCloseTo(0.069, 12);
  });

  test("is told in input tokens at stated rates where a price is not known", () => {
    const ledger = ledgerBefore();
    const unknown = { model: "acme-1" };
    turn(ledger, before, { ...unknown, usage: usageOf(41_000) });
    ledger.observe(callOf(windowFrom({ history: before.slice(0, 35) }), { ...summary, ...unknown }));
    ledger.compacted(record);
    turn(ledger, after, { ...unknown, usage: usageOf(6_500, 1_024) });
    expect(TOKEN_WORTH).toEqual({ input: 1, cached: 0.1, cacheWrite: 1.25, output: 5 });
    expect(ledger.compactions("task-1")[0]).toMatchObject({
      usd: null,
      tokens: {
        summary: expect.closeTo(1_000 + 3_500 + 2_000, 6),
        saved: expect.closeTo(3_450, 6),
        refill: expect.closeTo(5_476 * 0.9, 6),
      },
    });
  });

  test("counts what had to be written again at the rate of a write", () => {
    const ledger = ledgerBefore({ prices: { "gpt-5": { ...price, cacheWrite: 12.5 } } });
    ledger.compacted(record);
    turn(ledger, after, { usage: usageOf(6_500, 1_000, { cacheWriteTokens: 5_500 }) });
    expect(ledger.compactions("task-1")[0]?.usd?.refill).toBeCloseTo((5_500 * 11.5) / 1e6, 12);
  });
});

describe("the next compaction", () => {
  const next = compactionRecord(2, { tokensBefore: 30_000, tokensAfter: 5_000 });

  test("ends the account of the one before, which is then told of", () => {
    const entriesTold: LedgerEntry[] = [];
    const ledger = ledgerBefore({ onEntry: (told) => void entriesTold.push(told) });
    ledger.observe(callOf(windowFrom({ history: before.slice(0, 35) }), summary));
    ledger.compacted(record);
    turn(ledger, after, { usage: usageOf(6_500, 1_024) });
    ledger.compacted(next);
    turn(ledger, after, { usage: usageOf(6_500, 1_024) });
    expect(ledger.compactions("task-1")).toMatchObject([
      { recordId: "task-1/c1", callsAfter: 1, isSettled: true },
      { recordId: "task-1/c2", callsAfter: 1, isSettled: false },
    ]);
    const told = entriesTold.flatMap((each) => (each.kind === "compaction" ? [each.compaction] : []));
    expect(told).toMatchObject([
      { recordId: "task-1/c1", isSettled: true, paidBackAfterCalls: null },
      { recordId: "task-1/c2", isSettled: false, paidBackAfterCalls: 1 },
    ]);
  });

  test("works together with the one before where no call stood between them, and what was paid again counts once", () => {
    const ledger = ledgerBefore();
    ledger.compacted(record);
    ledger.compacted(next);
    turn(ledger, after, { usage: usageOf(6_500, 1_024) });
    expect(ledger.compactions("task-1")).toMatchObject([
      { callsAfter: 1, refilledTokens: 0, isSettled: false },
      { callsAfter: 1, refilledTokens: 5_476, isSettled: false },
    ]);
    expect(ledger.lines("task-1").at(-1)?.compactions).toEqual(["task-1/c1", "task-1/c2"]);
  });
});

test("an account is told of when it is paid back, once", () => {
  const told: LedgerEntry[] = [];
  const ledger = ledgerBefore({ onEntry: (entryTold) => void told.push(entryTold) });
  ledger.compacted(record);
  for (const _ of [1, 2, 3, 4]) turn(ledger, after, { usage: usageOf(6_500, 6_400) });
  expect(told.filter(({ kind }) => kind === "compaction")).toMatchObject([
    { compaction: { recordId: "task-1/c1", paidBackAfterCalls: 1 } },
  ]);
});
