import { type AgentState, parseState, serialiseState, type Window } from "@varve/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kernelOf, PATIENCE_MS, play, RUNS, taskOf } from "./play.ts";
import { hostilePolicies, sanePolicies } from "./policies.ts";

describe("over generated conversations and generated policies", () => {
  it(
    "after any compaction the window is smaller, and the next decision says no",
    async () => {
      await fc.assert(
        fc.asyncProperty(...taskOf(hostilePolicies), (turns, policy, budget) =>
          play(turns, policy, budget, ({ prepared }) => {
            for (const { tokensBefore, tokensAfter } of prepared.records)
              expect(tokensAfter).toBeLessThan(tokensBefore);
            const last = prepared.records.at(-1);
            if (last !== undefined) expect(prepared.window.tokens).toBe(last.tokensAfter);
          }),
        ),
        RUNS,
      );
    },
    PATIENCE_MS,
  );

  it(
    "restore gives back exactly what was removed, one compaction after another",
    async () => {
      await fc.assert(
        fc.asyncProperty(...taskOf(hostilePolicies), (turns, policy, budget) =>
          play(turns, policy, budget, ({ before, prepared }, kernel) => {
            let state = prepared.state;
            for (const record of prepared.records.toReversed())
              state = kernel.restore(parseState(serialiseState(state)), JSON.parse(JSON.stringify(record)));
            const synthetic = state.history.slice(before.history.length);
            expect(synthetic.every(({ made }) => made === "synthetic")).toBe(true);
            expect(state.history.slice(0, before.history.length)).toEqual(before.history);
            expect(state.compaction.undone ?? 0).toBe((before.compaction.undone ?? 0) + prepared.records.length);
            const { undone: _, ...compaction } = state.compaction;
            expect({ ...state, history: [], version: 0, nextEntry: 0, compaction }).toEqual({
              ...before,
              history: [],
              version: 0,
              nextEntry: 0,
            });
          }),
        ),
        RUNS,
      );
    },
    PATIENCE_MS,
  );

  it(
    "a state survives JSON unchanged, and assembles to the same bytes in another kernel",
    async () => {
      await fc.assert(
        fc.asyncProperty(...taskOf(sanePolicies), async (turns, policy, budget) => {
          const seen: { readonly state: AgentState; readonly window: Window }[] = [];
          await play(turns, policy, budget, ({ prepared }) => void seen.push(prepared));
          const { state, window } = seen.at(-1) ?? {};
          if (state === undefined || window === undefined) return;
          const copy = parseState(serialiseState(state));
          expect(copy).toEqual(state);
          const other = await (await kernelOf(policy, budget)).assemble(copy);
          expect(JSON.stringify([other.instructions, other.tools, other.input])).toBe(
            JSON.stringify([window.instructions, window.tools, window.input]),
          );
        }),
        RUNS,
      );
    },
    PATIENCE_MS,
  );

  it(
    "no executor can change a state, and whatever it throws or returns, the state is the old one or the new one",
    async () => {
      await fc.assert(
        fc.asyncProperty(...taskOf(hostilePolicies), (turns, policy, budget) =>
          play(turns, policy, budget, ({ before, prepared }) => {
            expect(parseState(serialiseState(before))).toEqual(before);
            expect(prepared.state.compaction.count).toBe(before.compaction.count + prepared.records.length);
            expect(prepared.state.version).toBe(before.version + prepared.records.length);
          }),
        ),
        RUNS,
      );
    },
    PATIENCE_MS,
  );
});
