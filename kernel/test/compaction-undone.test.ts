import { append } from "@varve/kernel";
import { conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { first, last, longTalk, oldest, stateOf, summariser, TIGHT } from "./long-tasks.ts";
import { kernelWith } from "./minimal-kernel.ts";

describe("restore", () => {
  it("gives back exactly what was removed, also after more was added", async () => {
    const kernel = await kernelWith([], TIGHT);
    const state = stateOf(longTalk());
    const { state: compacted, records } = await kernel.compact(state);
    expect(kernel.restore(compacted, last(records))).toEqual({
      ...state,
      version: compacted.version,
      compaction: { ...state.compaction, undone: 1 },
    });
    const later = append(compacted, conversation().assistant("more").items);
    expect(kernel.restore(later, last(records)).history).toEqual([...state.history, ...later.history.slice(-1)]);
  });

  it("refuses a record of another task, or that is not the last one, and says what to do", async () => {
    const kernel = await kernelWith([summariser((context) => ({ summary: "s", removes: oldest(context) }))], TIGHT);
    const { state, records } = await kernel.prepare(stateOf(longTalk()));
    expect(() => kernel.restore(state, first(records))).toThrow(/later ones first/);
    expect(() => kernel.restore({ ...state, taskId: "other" }, last(records))).toThrow(/belongs to task/);
  });
});
