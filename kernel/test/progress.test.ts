import { append, createState } from "@varve/kernel";
import { conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { kernelWith, plugin } from "./minimal-kernel.ts";

const SUMMARY = "A summary of a few sentences, as a model writes it. ".repeat(12);

const wordy = plugin("wordy", ({ hooks }) => hooks.compaction.summarise.in.tap("wordy", () => ({ summary: SUMMARY })));

describe("a compaction whose oldest half is next to nothing", () => {
  const talk = conversation();
  for (let number = 0; number < 6; number += 1) talk.user(`q${number}`).assistant(`a${number}`);
  for (let number = 0; number < 6; number += 1) talk.assistant(`line ${number} `.repeat(400));
  const state = append(createState({ taskId: "t" }), talk.user("and now").items);

  it("takes more than the half, since the summary alone would be longer than that", async () => {
    const { tokens } = await (await kernelWith()).assemble(state);
    for (const over of [1, 20, 60, 200]) {
      const context = { turnBudgetTokens: tokens - over, compactionFraction: 1 };
      const { window, records } = await (await kernelWith([wordy], { context })).prepare(state);
      expect(records).toHaveLength(1);
      expect(window.tokens).toBeLessThanOrEqual(tokens / 2 + SUMMARY.length / 4);
    }
  });

  it("does so also where it is asked for by hand, far below the line", async () => {
    const { records } = await (await kernelWith([wordy])).compact(state);
    expect(records[0]?.removed.length).toBeGreaterThan(12);
  });
});
