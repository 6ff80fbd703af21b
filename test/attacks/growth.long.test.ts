import { type AgentState, append, complete, createState, type InputItem, message, text } from "@varve/kernel";
import { describe, expect, it } from "vitest";
import { budget, defaultKernel } from "../end-to-end/default-kernel.ts";
import { bodyOf, requestFaults } from "../end-to-end/request-body.ts";

const HUGE = `${budget(1_000_000_000)}[model]\nname = "any"\ncontext_window_tokens = 2_000_000_000\n`;

/** Megabytes that are in use once nothing is left to collect. */
function heapMegabytes(): number {
  if (globalThis.gc === undefined) throw new Error("run this with --expose-gc: npm run test:long");
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed / 1e6;
}

function step(number: number, words: number): readonly InputItem[] {
  return [
    { kind: "tool_call", callId: `c${number}`, name: "run", arguments: `{"step":${number}}` },
    { kind: "tool_result", callId: `c${number}`, parts: [text(`result of ${number}: ${"word ".repeat(words)}`)] },
  ];
}

function longTask(steps: number): AgentState {
  const items = Array.from({ length: steps }, (_, number) => step(number, 80)).flat();
  return append(createState({ taskId: "big" }), [message("user", "go on"), ...items]);
}

describe("growth", () => {
  it("fault 44: 20,000 turns on one kernel leave no more memory behind than the first thousand", async () => {
    const kernel = await defaultKernel({ toml: budget(20_000) });
    const { signal } = new AbortController();
    let state = append(createState({ taskId: "t" }), [message("user", "go on")]);
    let early = 0;
    for (let turn = 0; turn < 20_000; turn += 1) {
      const { state: prepared, window } = await kernel.prepare(state, { signal });
      const { body } = await kernel.encode(window, { signal });
      expect(body.store).toBe(false);
      const [call, result] = step(turn, turn % 60);
      const items = call === undefined ? [] : [call];
      const answered = complete(prepared, { countedTokens: window.tokens, items, usage: null, model: null });
      state = append(answered, result === undefined ? [] : [result]);
      if (turn === 1_000) early = heapMegabytes();
    }
    expect(state.compaction.count).toBeGreaterThan(100);
    expect(heapMegabytes() - early).toBeLessThan(10);
  });

  it("fault 44: a kernel that serves 10,000 tasks remembers a bounded number of them", async () => {
    const kernel = await defaultKernel({ toml: budget(20_000) });
    let early = 0;
    for (let task = 0; task < 10_000; task += 1) {
      const tools = [{ name: `run_${task}`, parameters: {} }];
      const state = append(createState({ taskId: `task ${task}`, tools }), [
        message("user", `go on with ${task} ${"x ".repeat(2_000)}`),
      ]);
      const { window } = await kernel.prepare(
        await kernel.write(state, "task", { goal: `${task} ${"y ".repeat(500)}` }),
      );
      await kernel.encode(window);
      if (task === 1_000) early = heapMegabytes();
    }
    expect(heapMegabytes() - early).toBeLessThan(10);
  });

  it("fault 44: what a kernel remembers of 100,000 entries is in proportion to them, and is gone with them", async () => {
    const kernel = await defaultKernel({ toml: HUGE });
    /** Serves a long task and then enough short ones that it is forgotten. */
    const round = async (name: string): Promise<number> => {
      const before = heapMegabytes();
      const state = { ...longTask(50_000), taskId: name };
      const history = heapMegabytes() - before;
      await kernel.encode((await kernel.prepare(state)).window);
      expect(heapMegabytes() - before - history).toBeLessThan(3 * history);
      return history;
    };
    const served = async (name: string): Promise<readonly [history: number, left: number]> => {
      const history = await round(name);
      for (let task = 0; task < 70; task += 1) {
        const state = append(createState({ taskId: `${name}/${task}` }), [message("user", "hi")]);
        await kernel.encode((await kernel.prepare(state)).window);
      }
      return [history, heapMegabytes()];
    };
    // The first round also leaves the tables that were made for so many entries; they are used again.
    const [, first] = await served("first");
    const [history, second] = await served("second");
    expect(second - first).toBeLessThan(history * 0.1);
  });

  it("fault 43: the next window costs what was added, at 1,000 entries as at 100,000", async () => {
    const perTurn: number[] = [];
    for (const steps of [500, 50_000]) {
      const kernel = await defaultKernel({ toml: HUGE });
      let state = longTask(steps);
      await kernel.encode((await kernel.prepare(state)).window);
      const times: number[] = [];
      for (let turn = 0; turn < 200; turn += 1) {
        state = append(state, step(1_000_000 + turn, 80));
        const begun = performance.now();
        await kernel.encode((await kernel.prepare(state)).window);
        times.push(performance.now() - begun);
      }
      perTurn.push(times.toSorted((a, b) => a - b)[100] ?? Number.NaN);
    }
    const [small = 0, large = 0] = perTurn;
    expect(large).toBeLessThan(20 * small + 2);
  });

  it("100,000 entries are compacted into a valid request, and restored as they were, again and again", async () => {
    const kernel = await defaultKernel({ toml: budget(100_000) });
    let state = longTask(50_000);
    const { history } = state;
    for (let round = 0; round < 3; round += 1) {
      const prepared = await kernel.prepare(state);
      expect(requestFaults(await bodyOf(kernel, prepared.window))).toEqual([]);
      expect(prepared.window.tokens).toBeLessThanOrEqual(75_000);
      state = prepared.state;
      for (const record of prepared.records.toReversed()) state = kernel.restore(state, record);
      expect(state.history).toEqual(history);
      state = await kernel.save(state);
    }
    const { records } = await kernel.records("big");
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  });

  it("20,000 open, abandoned or equal calls, and as much reasoning in a row, take seconds and not hours", async () => {
    const kernel = await defaultKernel({ toml: HUGE });
    const count = 20_000;
    const calls = (id: (number: number) => string) =>
      Array.from(
        { length: count },
        (_, number): InputItem => ({ kind: "tool_call", callId: id(number), name: "run", arguments: "{}" }),
      );
    const shapes: readonly (readonly InputItem[])[] = [
      calls((number) => `c${number}`),
      [...calls((number) => `c${number}`), message("user", "stop")],
      calls(() => "same"),
      [...calls(() => "same"), message("user", "stop")],
      Array.from(
        { length: count },
        () => ({ kind: "reasoning", summary: ["hm"], provider: "openai", encrypted: "eA==" }) as const,
      ),
    ];
    for (const [index, items] of shapes.entries()) {
      const begun = performance.now();
      const { window } = await kernel.prepare(append(createState({ taskId: `shape ${index}` }), items));
      await kernel.encode(window);
      expect(performance.now() - begun, `shape ${index}`).toBeLessThan(15_000);
    }
  });
});
