import { getEventListeners } from "node:events";
import { type AgentState, append, complete, createState, type InputItem, message, text } from "@varve/kernel";
import { describe, expect, it } from "vitest";
import { budget, defaultKernel, plugin } from "../end-to-end/default-kernel.ts";

const HUGE = `${budget(1_000_000_000)}[model]\nname = "any"\ncontext_window_tokens = 2_000_000_000\n`;

function step(number: number): readonly InputItem[] {
  return [
    { kind: "tool_call", callId: `c${number}`, name: "run", arguments: `{"step":${number}}` },
    { kind: "tool_result", callId: `c${number}`, parts: [text(`step ${number}: ${"line of output ".repeat(20)}`)] },
    message("assistant", `step ${number} is done`),
  ];
}

function longTask(steps: number): AgentState {
  const items = Array.from({ length: steps }, (_, number) => step(number)).flat();
  return append(createState({ taskId: "t" }), [message("user", "go"), ...items]);
}

describe("size", () => {
  it("fault 43: the next window of 10,000 entries asks the executors for what was added, and for nothing else", async () => {
    const asked = { counted: 0, rendered: 0 };
    const watch = plugin("watch", ({ hooks }) => {
      hooks.tokens.count.pre.tap("watch", () => {
        asked.counted += 1;
      });
      for (const section of [hooks.section.history, hooks.section.tool_results])
        section.pre.tap("watch", () => {
          asked.rendered += 1;
        });
    });
    const kernel = await defaultKernel({ toml: HUGE, plugins: [watch] });
    let { state } = await kernel.prepare(longTask(3_333));
    for (let turn = 0; turn < 3; turn += 1) {
      state = append(state, step(10_000 + turn));
      Object.assign(asked, { counted: 0, rendered: 0 });
      await kernel.prepare(state);
      expect(asked).toEqual({ counted: 3, rendered: 3 });
    }
  });

  it("fault 43: and takes a small part of the time that the first one took", async () => {
    const kernel = await defaultKernel({ toml: HUGE });
    let state = longTask(3_333);
    const timed = async () => {
      const begun = performance.now();
      await kernel.encode((await kernel.prepare(state)).window);
      return performance.now() - begun;
    };
    const first = await timed();
    const next: number[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      state = append(state, step(10_000 + turn));
      next.push(await timed());
    }
    next.sort((a, b) => a - b);
    expect(next[10]).toBeLessThan(first / 20);
  });

  it("fault 81: listeners and compiled schemas do not pile up over 2,000 turns with one signal and one schema", async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => void warnings.push(warning);
    process.on("warning", warn);
    const kernel = await defaultKernel({ toml: budget(4_000) });
    const { signal } = new AbortController();
    let state = append(createState({ taskId: "t" }), [message("user", "go")]);
    const writes: number[] = [];
    for (let turn = 0; turn < 2_000; turn += 1) {
      const begun = performance.now();
      state = await kernel.write(state, "plan", { steps: [{ text: `step ${turn}`, status: "pending" }] }, { signal });
      writes.push(performance.now() - begun);
      const { state: prepared, window } = await kernel.prepare(state, { signal });
      expect(getEventListeners(signal, "abort")).toHaveLength(0);
      const [call, result, said] = step(turn);
      const items = call === undefined ? [] : [call];
      const answered = complete(prepared, { countedTokens: window.tokens, items, usage: null, model: null });
      state = append(
        answered,
        [result, said].filter((item) => item !== undefined),
      );
    }
    process.off("warning", warn);
    expect(warnings).toEqual([]);
    expect(state.compaction.count).toBeGreaterThan(10);
    expect(median(writes.slice(-500))).toBeLessThan(3 * median(writes.slice(200, 700)) + 0.5);
  });
});

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
