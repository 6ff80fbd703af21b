import { append, complete, createState, ItemError, parseState, serialiseState } from "@varve/kernel";
import { conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { kernelWith, plugin } from "./minimal-kernel.ts";

const state = append(createState({ taskId: "t" }), conversation().user("go").exchange("grep", {}, "a.ts").items);
const usage = { inputTokens: 10, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 1, reasoningTokens: 0 };

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}

function counting(tokens: number) {
  return kernelWith([plugin("odd", ({ hooks }) => hooks.tokens.count.in.tap("odd", () => tokens))]);
}

describe("counted tokens", () => {
  it("are whole, whatever rule of thumb counts them, so that a state that holds them can be read again", async () => {
    const { state: prepared, window } = await (await counting(1.3)).prepare(state);
    expect(window.tokens % 2).toBe(0);
    const after = complete(prepared, { countedTokens: window.tokens, items: [], usage, model: null });
    expect(parseState(serialiseState(after))).toEqual(after);
  });

  it("may all be 0: nothing triggers, and a compaction that is asked for is refused as no progress", async () => {
    const kernel = await counting(0);
    expect((await kernel.prepare(state)).records).toEqual([]);
    const talk = conversation().user("go").exchange("a", {}, "1").exchange("b", {}, "2").exchange("c", {}, "3");
    expect(await failure(kernel.compact(append(state, talk.items)))).toMatchObject({ code: "NO_PROGRESS" });
  });

  it("fault 73: are refused with the plugin's name where they are no number, or none that can be reckoned with", async () => {
    for (const tokens of [Number.NaN, Number.POSITIVE_INFINITY, -1, Number.MAX_VALUE]) {
      expect(await failure((await counting(tokens)).prepare(state))).toMatchObject({
        code: "INVALID_RESULT",
        hookPoint: "tokens.count.in",
        plugin: "odd",
      });
    }
  });
});

describe("a model's limits", () => {
  it("are whole numbers: with NaN nothing would ever be over the line", async () => {
    const kernel = await kernelWith();
    for (const windowTokens of [Number.NaN, Number.POSITIVE_INFINITY, 1.5, -1, 0]) {
      const model = { provider: "openai", name: "m", windowTokens, outputTokens: 0 };
      expect(await failure(kernel.prepare(state, { model }))).toMatchObject({ code: "LIMITS" });
    }
    const noRoom = { provider: "openai", name: "m", windowTokens: 100, outputTokens: 200 };
    expect(await failure(kernel.prepare(state, { model: noRoom }))).toMatchObject({ code: "LIMITS" });
    await expect(
      kernelWith([plugin("odd", (k) => k.declareModel({ ...noRoom, outputTokens: Number.NaN }))]),
    ).rejects.toMatchObject({ code: "LIMITS" });
  });
});

describe("the figures of a model call", () => {
  it("are refused where no state can hold them", () => {
    const call = { countedTokens: 10, items: [], usage, model: null };
    for (const countedTokens of [Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY])
      expect(() => complete(state, { ...call, countedTokens })).toThrow(ItemError);
    for (const inputTokens of [Number.NaN, Number.POSITIVE_INFINITY, -5])
      expect(() => complete(state, { ...call, usage: { ...usage, inputTokens } })).toThrow(ItemError);
    expect(() => complete(state, { ...call, atMs: Number.NaN })).toThrow(ItemError);
  });
});
