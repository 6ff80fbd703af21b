import type { WindowItem } from "@varve/kernel";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CacheLedger } from "../src/index.ts";
import { type Answered, callOf, entry, usageOf, windowFrom } from "./windows.ts";

/** Turns of a task in which anything may change: the system prompt, the history at any place, the provider, the time. */
const turns = fc.array(
  fc.record({
    prompt: fc.constantFrom("You are careful.", "You are quick.", "You are careful, always."),
    history: fc.array(fc.record({ number: fc.integer({ min: 1, max: 9 }), words: fc.constantFrom("a", "ab") }), {
      maxLength: 12,
    }),
    provider: fc.constantFrom("openai", "anthropic", "acme"),
    model: fc.constantFrom("gpt-5", "gpt-5.5", "gpt-6.1-sol", "claude-sonnet-5-5"),
    marks: fc.option(fc.array(fc.nat({ max: 14 }), { maxLength: 4 })),
    input: fc.option(fc.nat({ max: 20_000 })),
    cached: fc.double({ min: 0, max: 1, noNaN: true }),
    minutes: fc.nat({ max: 40 }),
    purpose: fc.constantFrom("turn", "turn", "turn", "summary"),
  }),
  { minLength: 2, maxLength: 12 },
);

const KINDS = ["user", "assistant", "call", "result"] as const;

function historyOf(items: readonly { readonly number: number; readonly words: string }[]): readonly WindowItem[] {
  return items.map(({ number, words }) => entry(number, number * 211, KINDS[number % KINDS.length] ?? "user", words));
}

describe("whatever a task does", () => {
  test("a prediction is no less than nothing and no more than the input, and the losses are what was not cached", () => {
    fc.assert(
      fc.property(turns, (calls) => {
        const ledger = new CacheLedger();
        let atMs = 0;
        for (const { prompt, history, marks, input, cached, minutes, purpose, provider, model } of calls) {
          atMs += minutes * 60_000;
          const usage = input === null ? null : usageOf(input, Math.floor(input * cached));
          const sent: Answered = { provider, model, usage, atMs, purpose };
          const answered = marks === null ? sent : { ...sent, cacheBreakpoints: marks };
          const window = windowFrom({ instructions: [["system_prompt", prompt, 1_500]], history: historyOf(history) });
          const line = ledger.observe(callOf(window, answered));
          const { counted, reported } = line.input;
          expect(line.predicted.counted).toBeGreaterThanOrEqual(0);
          expect(line.predicted.counted).toBeLessThanOrEqual(counted);
          expect(line.predicted.tokens).toBeGreaterThanOrEqual(0);
          expect(line.predicted.tokens).toBeLessThanOrEqual(reported ?? counted);
          const losses = Object.values(line.lost);
          expect(losses.every((each) => each >= 0)).toBe(true);
          const found = Math.min(line.predicted.tokens, line.reported?.cachedTokens ?? line.predicted.tokens);
          const lost = losses.reduce((sum, each) => sum + each, 0);
          expect(line.possible - lost).toBe(Math.min(line.possible, found));
          expect(line.segments.length + line.same.segments).toBe(ledger.segments("task-1", line.purpose).length);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("a turn that only adds is predicted to find all of the turn before, but for a step", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4_000 }), { minLength: 2, maxLength: 30 }), (sizes) => {
        const ledger = new CacheLedger();
        const history = sizes.map((size, index) => entry(index + 1, size));
        for (let count = 1; count <= history.length; count += 1) {
          const line = ledger.observe(callOf(windowFrom({ history: history.slice(0, count) })));
          if (count === 1 || line.same.tokens < 1_024) continue;
          expect(line.same.tokens - line.predicted.tokens).toBeLessThan(128);
          expect(line.reason).toBeNull();
        }
      }),
    );
  });
});
