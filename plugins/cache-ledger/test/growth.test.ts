import { extended, type WindowItem } from "@varve/kernel";
import { expect, test } from "vitest";
import { CacheLedger } from "../src/index.ts";
import { callOf, entries, windowFrom } from "./windows.ts";

const TURNS = 60;

/** A history, with a count of how often any of its items is read. */
function watched(from: number, to: number): { readonly items: readonly WindowItem[]; readonly reads: () => number } {
  let reads = 0;
  const items = entries(from, to, 50).map((each) => {
    const { item, ...rest } = each;
    return Object.defineProperty({ ...rest, item }, "item", {
      enumerable: true,
      get: () => {
        reads += 1;
        return item;
      },
    });
  });
  return { items, reads: () => reads };
}

test.each(["openai", "anthropic", "acme"])(
  "fault 43: of a history of 10,000 entries, a turn looks into what was added (%s)",
  (provider) => {
    const { items: first, reads } = watched(1, 10_000);
    const sent = (length: number) => ({ provider, model: "claude-sonnet-5-5", cacheBreakpoints: [0, length] });
    const ledger = new CacheLedger();
    ledger.observe(callOf(windowFrom({ history: first }), sent(first.length)));
    const afterFirst = reads();

    const started = performance.now();
    let history = first;
    for (let turn = 0; turn < TURNS; turn += 1) {
      const { items } = watched(20_000 + turn * 3, 20_002 + turn * 3);
      history = extended(history, items);
      const line = ledger.observe(callOf(windowFrom({ history }), sent(history.length)));
      expect(line.segments).toHaveLength(3);
    }
    expect(reads() - afterFirst).toBeLessThan(10);
    // Generous: it takes about a tenth of it. Anew for each turn, the digests alone would take several seconds.
    expect(performance.now() - started).toBeLessThan(1_500);
  },
);

test("fault 44: what is remembered of 3,000 turns is bounded", () => {
  const ledger = new CacheLedger({ mostLines: 50, mostTasks: 2 });
  for (let turn = 0; turn < 3_000; turn += 1) {
    const history = entries(turn, turn + 3, 500);
    ledger.observe(callOf(windowFrom({ taskId: `task-${turn % 7}`, history }), { model: "gpt-6-sol" }));
  }
  expect(ledger.tasks).toHaveLength(2);
  for (const task of ledger.tasks) expect(ledger.lines(task).length).toBeLessThanOrEqual(50);
  expect(ledger.totals().turns.requests).toBe(3_000);
});
