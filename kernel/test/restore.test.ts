import { type AgentState, append, complete, createState, type Kernel, message, RestoreError } from "@varve/kernel";
import { conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { kernelWith } from "./minimal-kernel.ts";

function longTask(): AgentState {
  const talk = conversation().user("please find it");
  for (let number = 0; number < 20; number += 1) talk.exchange("grep", { number }, `${number} `.repeat(50));
  return append(createState({ taskId: "t" }), talk.items);
}

async function compacted(kernel: Kernel, state: AgentState) {
  const { state: after, records } = await kernel.compact(state);
  const [record] = records;
  if (record === undefined) throw new Error("nothing was compacted");
  return { after, record };
}

describe("a compaction that was undone", () => {
  it("keeps its record's id to itself: the next one is another, and neither record fits the other's state", async () => {
    const kernel = await kernelWith();
    const first = await compacted(kernel, longTask());
    const restored = kernel.restore(first.after, first.record);
    const more = append(restored, conversation().exchange("ls", {}, "x".repeat(900)).assistant("and").items);
    const second = await compacted(kernel, more);
    expect([first.record.id, second.record.id]).toEqual(["t/c1", "t/c2"]);
    expect(second.record).toMatchObject({ count: 1, previous: null });
    expect(() => kernel.restore(second.after, first.record)).toThrow(RestoreError);
    expect(kernel.restore(second.after, second.record).history).toEqual(more.history);
  });

  it("fault 11: takes the usage with it that was measured after it, and no other", async () => {
    const kernel = await kernelWith();
    const usage = { inputTokens: 500, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 1, reasoningTokens: 0 };
    const call = { countedTokens: 100, items: [message("assistant", "ok")], usage, model: null };
    const measured = complete(longTask(), call);
    const { after, record } = await compacted(kernel, measured);
    expect(kernel.restore(after, record).lastUsage).toEqual(measured.lastUsage);
    expect(kernel.restore(complete(after, call), record).lastUsage).toBeNull();
  });

  it("is not undone in a state that holds what it removed", async () => {
    const kernel = await kernelWith();
    const { after, record } = await compacted(kernel, longTask());
    const forged = { ...after, history: longTask().history };
    expect(() => kernel.restore(forged, record)).toThrow(/e2, which it removed, is there/);
  });
});
