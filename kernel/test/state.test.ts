import {
  append,
  complete,
  createState,
  ItemError,
  parseState,
  StateFormatError,
  serialiseState,
  withTools,
} from "@varve/kernel";
import { conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { answerAbandonedCalls } from "../src/state/transitions.ts";

const tool = { name: "grep", parameters: { type: "object" } };

describe("a state", () => {
  it("survives JSON unchanged", () => {
    const talk = conversation()
      .user("hi \ud83d lone")
      .call("grep", '{"b":1, "a":2}')
      .result("")
      .reasoning("think")
      .assistant("ok");
    const state = complete(append(createState({ taskId: "t", tools: [tool], loadedSkills: ["git"] }), talk.items), {
      countedTokens: 10,
      items: [],
      model: "m",
      atMs: 5,
      usage: { inputTokens: 12, cachedTokens: 2, cacheWriteTokens: 0, outputTokens: 1, reasoningTokens: 0 },
    });
    expect(parseState(serialiseState(state))).toEqual(state);
  });

  it("cannot be changed, by anybody, at any depth", () => {
    const given = conversation().user("hi").items;
    const state = append(createState({ taskId: "t" }), given);
    expect(() => Reflect.apply(Array.prototype.push, state.history, [1])).toThrow(TypeError);
    const entry = state.history[0];
    expect(Object.isFrozen(entry) && Object.isFrozen(entry?.item)).toBe(true);
    // The caller's own object stays the caller's: it is copied, not frozen.
    expect(Object.isFrozen(given[0])).toBe(false);
  });

  it("names its entries by number, and never uses a number twice", () => {
    const first = append(createState({ taskId: "t" }), conversation().user("a").assistant("b").items);
    const second = append(first, conversation().user("c").items);
    expect(second.history.map(({ id }) => id)).toEqual(["e1", "e2", "e3"]);
    expect(first.history).toHaveLength(2);
  });

  it("refuses a malformed item with its index, and stays as it was", () => {
    const state = createState({ taskId: "t" });
    const malformed: unknown = [
      { kind: "message", role: "user", parts: [] },
      { kind: "message", role: "robot", parts: [] },
    ];
    expect(() => Reflect.apply(append, undefined, [state, malformed])).toThrow(/Item 1 .*role/);
    expect(() => createState({ taskId: " " })).toThrow(ItemError);
    expect(() => withTools(state, [tool, tool])).toThrow(/grep is there twice/);
  });

  it("fault 75: takes __proto__ as an ordinary key, which reaches no prototype", () => {
    const hostile = JSON.parse('{"name":"x","parameters":{"__proto__":{"polluted":true}}}');
    const state = withTools(createState({ taskId: "t" }), [hostile]);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    expect(parseState(serialiseState(state))).toEqual(state);
  });

  it("fault 36: a damaged, cut-off or newer state is refused with its place", () => {
    const good = serialiseState(append(createState({ taskId: "t" }), conversation().user("a").items));
    const broken = (change: (state: Record<string, unknown>) => void) => {
      const value = JSON.parse(good);
      change(value);
      return () => parseState(JSON.stringify(value));
    };
    expect(() => parseState(good.slice(0, -3))).toThrow(StateFormatError);
    expect(
      broken((state) => {
        state.format = 2;
      }),
    ).toThrow(/\/format.*is 2.*newer/);
    expect(
      broken((state) => {
        state.turn = -1;
      }),
    ).toThrow(/\/turn/);
    expect(
      broken((state) => {
        state.history = [{ id: "e1", turn: 0, item: { kind: "nothing" } }];
      }),
    ).toThrow(/\/history\/0\/item/);
    expect(
      broken((state) => {
        state.history = [...JSON.parse(good).history, ...JSON.parse(good).history];
      }),
    ).toThrow(/stands twice/);
    expect(
      broken((state) => {
        state.surprise = 1;
      }),
    ).toThrow(/\/surprise/);
    expect(() => parseState("[]")).toThrow(StateFormatError);
  });

  it("fault 9, fault 80: anchors to what was measured, and to nothing where nothing was", () => {
    const usage = {
      inputTokens: 38_196,
      cachedTokens: 38_153,
      cacheWriteTokens: 0,
      outputTokens: 10,
      reasoningTokens: 0,
    };
    const state = createState({ taskId: "t" });
    expect(complete(state, { countedTokens: 100, items: [], usage, model: "m" }).lastUsage?.usage.inputTokens).toBe(
      38_196,
    );
    expect(
      complete(state, { countedTokens: 100, items: [], usage: { ...usage, inputTokens: 0 }, model: "m" }).lastUsage,
    ).toBeNull();
    expect(complete(state, { countedTokens: 100, items: [], usage: null, model: "m" }).lastUsage).toBeNull();
  });
});

describe("a call that was never answered", () => {
  it("fault 4: gets an error result, marked as synthetic, once the conversation has gone on", () => {
    const state = append(createState({ taskId: "t" }), conversation().user("go").call("run").user("never mind").items);
    const answered = answerAbandonedCalls(state);
    expect(answered.history.at(-1)).toMatchObject({
      made: "synthetic",
      item: { kind: "tool_result", callId: "call_1", isError: true },
    });
    expect(answerAbandonedCalls(answered)).toBe(answered);
  });

  it("fault 3: stays open at the very end, where its result can still come", () => {
    const state = append(createState({ taskId: "t" }), conversation().user("go").call("a").call("b").items);
    expect(answerAbandonedCalls(state)).toBe(state);
  });
});
