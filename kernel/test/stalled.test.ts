import { type AgentState, append, complete, createState, parseState, serialiseState, type Usage } from "@varve/kernel";
import { conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { kernelWith, plugin } from "./minimal-kernel.ts";

const task = append(createState({ taskId: "t" }), conversation().user("go").exchange("step", {}, "done").items);

describe("fault 56: a server that cuts what it is sent", () => {
  const usageOf = (inputTokens: number): Usage => {
    return { inputTokens, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 1, reasoningTokens: 0 };
  };

  function completing(state: AgentState, countedTokens: number, inputTokens: number): AgentState {
    return complete(state, { countedTokens, items: [], usage: usageOf(inputTokens), model: null });
  }

  it("is noticed when the window grows and what is measured does not; the count alone can trigger then, and that is told", async () => {
    const stalled: unknown[] = [];
    const watcher = plugin("watcher", ({ events }) => events.usageStalled.tap("w", (event) => stalled.push(event)));
    const kernel = await kernelWith([watcher]);
    const pinned = completing(completing(task, 196_000, 196_608), 199_000, 196_608);
    expect(pinned.lastUsage).toMatchObject({ stalled: true });
    const { estimate, tokens } = await kernel.assemble(pinned);
    expect(estimate).toEqual({ tokens, basis: "counted" });
    await kernel.prepare(pinned);
    expect(stalled).toMatchObject([{ inputTokens: 196_608, countedTokens: 199_000 }]);
  });

  it("stays noticed while nothing new is measured, and is over when the measure follows again", () => {
    const pinned = completing(completing(task, 1_000, 1_000), 2_000, 1_000);
    expect(completing(pinned, 2_010, 1_000).lastUsage).toMatchObject({ stalled: true });
    expect(completing(pinned, 3_000, 2_000).lastUsage).not.toHaveProperty("stalled");
  });

  it.each([
    ["a window that hardly grew", 1_100, 1_000],
    ["a measure that follows", 2_000, 1_900],
    ["a count that is a fifth too high", 2_000, 1_800],
  ])("%s is no stand-still", (_, countedTokens, inputTokens) => {
    const before = completing(task, 1_000, 1_000);
    expect(completing(before, countedTokens, inputTokens).lastUsage).not.toHaveProperty("stalled");
  });

  it("another model, or a compaction between, says nothing", () => {
    const before = completing(task, 1_000, 1_000);
    const call = { countedTokens: 2_000, items: [], usage: usageOf(1_000), model: "other" };
    expect(complete(before, call).lastUsage).not.toHaveProperty("stalled");
    const compacted = { ...before, compaction: { ...before.compaction, count: 1 } };
    expect(completing(compacted, 2_000, 1_000).lastUsage).not.toHaveProperty("stalled");
  });

  it("a state that says so can be stored and read again", () => {
    const pinned = completing(completing(task, 1_000, 1_000), 2_000, 1_000);
    expect(parseState(serialiseState(pinned))).toEqual(pinned);
  });
});
