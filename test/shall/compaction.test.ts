import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Decision, type Kernel, UNTRUSTED_PREAMBLE, VarveError } from "@varve/kernel";
import { describe, expect, it } from "vitest";
import { budget, defaultKernel, failureOf, kernelOf, plugin, projectFolder } from "../end-to-end/default-kernel.ts";
import { bodyOf, textsOf } from "../end-to-end/request-body.ts";
import { MARKS, sampleProject, sampleTask } from "../end-to-end/sample-project.ts";

const POINTS = ["compaction.trigger", "compaction.keep", "compaction.summarise"] as const;

const CLOUD = '[model]\nname = "gpt-5"\n';

function defaultsOf(kernel: Kernel): readonly (string | null)[] {
  const { operations } = kernel.explain();
  return POINTS.map((point) => operations.find(({ name }) => name === point)?.default ?? null);
}

/** Who took each decision, the trigger's first. */
function deciders(decisions: readonly Decision[]): readonly string[] {
  return decisions.map(({ operation, plugin: who, answer }) => `${operation} ${who} ${answer}`);
}

describe("the capability", () => {
  it("SHALL: the three compaction hook points with the defaults of the design", async () => {
    const [trigger, keep] = ["@varve/trigger-fraction", "@varve/keep-essentials"];
    expect(defaultsOf(await defaultKernel())).toEqual([trigger, keep, "@varve/summarise-extractive"]);
    expect(defaultsOf(await defaultKernel({ toml: CLOUD }))).toEqual([trigger, keep, "@varve/summarise-model"]);

    const kernel = await defaultKernel(sampleProject(budget(9_000, 0.5)));
    const state = await sampleTask(kernel);
    const before = await kernel.assemble(state);
    expect(before.tokens).toBeGreaterThan(4_500);
    const { window, records, decisions } = await kernel.prepare(state);
    expect(deciders(decisions)).toEqual([
      `compaction.trigger ${trigger} yes`,
      `compaction.keep ${keep} answered`,
      "compaction.summarise @varve/summarise-extractive answered",
      `compaction.trigger ${trigger} no`,
    ]);
    // What the design's default keep names is there word for word, and the oldest half of the history is not.
    const texts = [window.instructions, ...textsOf(await bodyOf(kernel, window))].join("\n");
    for (const mark of Object.values(MARKS)) expect(texts).toContain(mark);
    const removed = records[0]?.removed.map(({ index }) => index) ?? [];
    expect(removed.length).toBeGreaterThanOrEqual(Math.floor(state.history.length / 2) - 1);
    expect(removed).toEqual(removed.map((_, offset) => offset + 1));
    expect(window.sections.find(({ id }) => id === "state_summary")?.text).toContain("src/parser.ts:10");
  });

  for (const order of ["before", "behind"] as const) {
    it(`SHALL: each replaceable by an executor that sets the result (installed ${order} the default)`, async () => {
      const mine = plugin("mine", ({ hooks: { compaction } }) => {
        compaction.trigger.in.tap(
          "mine",
          ({ compactionsThisTurn, about }) => about === "window" && compactionsThisTurn === 0,
        );
        compaction.keep.in.tap("mine", ({ sections, state }) => ({
          sections: sections.filter(({ id }) => id !== "skills_index").map(({ id }) => id),
          pins: state.history.slice(1, 3).map(({ id }) => id),
        }));
        compaction.summarise.in.tap("mine", ({ removed }) => ({ summary: `MINE ${removed.length}` }));
      });
      const folder = projectFolder(sampleProject(budget(200_000)));
      const plugins = order === "before" ? [mine] : [];
      const late = plugin("late", () => {});
      const kernel = await kernelOf(folder, { plugins: [...plugins, late, ...(order === "before" ? [] : [mine])] });
      const state = await sampleTask(kernel);
      const { window, records, decisions } = await kernel.prepare(state);

      expect(deciders(decisions)).toEqual([
        "compaction.trigger mine yes",
        "compaction.keep mine answered",
        "compaction.summarise mine answered",
        "compaction.trigger mine no",
      ]);
      expect(records[0]?.decisions).toEqual(decisions.slice(0, 3));
      expect(records[0]?.folded.map(({ section }) => section)).toEqual(["skills_index"]);
      expect(window.instructions).not.toContain(MARKS.skillIndex);
      expect(window.sections.find(({ id }) => id === "state_summary")?.text).toMatch(/MINE \d+$/);
      expect(records[0]?.removed.some(({ index }) => index === 1 || index === 2)).toBe(false);
      expect(defaultsOf(kernel)).toEqual([
        "@varve/trigger-fraction",
        "@varve/keep-essentials",
        "@varve/summarise-extractive",
      ]);
    });
  }

  it("SHALL: a CompactionRecord persisted that names what was removed and what replaced it", async () => {
    const folder = projectFolder(sampleProject(budget(9_000, 0.5)));
    const seen: number[] = [];
    const reader = await kernelOf(folder);
    const watch = plugin("watch", ({ events }) =>
      events.compacted.tap(
        "watch",
        ({ taskId }) => void reader.records(taskId).then(({ records }) => seen.push(records.length)),
      ),
    );
    const kernel = await kernelOf(folder, { plugins: [watch], clock: () => 1_800_000_000_000 });
    const state = await sampleTask(kernel);
    const { state: after, records } = await kernel.prepare(state);
    const stored = await reader.records("sample");

    // Written before the new state was told of: whoever hears of it finds it.
    expect(seen).toEqual(records.map((_, index) => index + 1));
    expect(stored).toEqual({ records, damaged: [] });
    const [record] = stored.records;
    for (const { index, entry } of record?.removed ?? []) expect(entry).toEqual(state.history[index]);
    const stays = new Set(after.history.map(({ id }) => id));
    expect(record?.removed.map(({ entry }) => entry.id)).toEqual(
      state.history.map(({ id }) => id).filter((id) => !stays.has(id)),
    );
    expect(record).toMatchObject({ id: "sample/c1", reason: "budget", summaryBefore: null, atMs: 1_800_000_000_000 });
    expect(record?.summaryAfter).toEqual(after.summary);
    expect(record?.tokensAfter).toBeLessThan(record?.tokensBefore ?? 0);
    expect(kernel.restore(after, record ?? records[0] ?? failedRecord()).history).toEqual(state.history);
  });

  it("SHALL: [context] turn_budget_tokens and compaction_fraction", async () => {
    // One folder, since a skill's text names it.
    const folder = projectFolder(sampleProject(budget(200_000)));
    const configured = async (context: string) => {
      writeFileSync(join(folder, "varve.toml"), sampleProject(context).toml ?? "");
      const kernel = await kernelOf(folder);
      return { kernel, state: { ...(await sampleTask(kernel)), taskId: context } };
    };
    const ample = await configured(budget(200_000));
    const window = await ample.kernel.assemble(ample.state);
    // Above the fraction of the budget it compacts, on it and below it does not.
    for (const [turnBudgetTokens, fraction, compacts] of [
      [window.tokens, 1, false],
      [window.tokens - 1, 1, true],
      [window.tokens * 4, 0.25, false],
      [window.tokens * 4 - 4, 0.25, true],
    ] as const) {
      const { kernel, state } = await configured(budget(turnBudgetTokens, fraction));
      const { records } = await kernel.prepare(state);
      expect(records.length > 0, `${turnBudgetTokens} × ${fraction}`).toBe(compacts);
    }
    // The smaller of the budget and what the answer leaves of the model's window counts.
    const model = '[model]\nname = "small"\ncontext_window_tokens = 10_000\nmax_output_tokens = 4_000\n';
    const limits: unknown[] = [];
    const watch = plugin("watch", ({ hooks }) =>
      hooks.compaction.trigger.in.tap("watch", (context) => {
        limits.push(context.limits);
        return false;
      }),
    );
    const kernel = await defaultKernel({ ...sampleProject(`${budget(8_000, 0.5)}${model}`), plugins: [watch] });
    await kernel.prepare(await sampleTask(kernel));
    expect(limits).toEqual([
      { windowTokens: 6_000, turnBudgetTokens: 8_000, budgetTokens: 6_000, triggerTokens: 3_000, targetTokens: 1_500 },
    ]);
    for (const wrong of [
      "turn_budget_tokens = 0",
      "compaction_fraction = 1.5",
      'turn_budget_tokens = "5"',
      "turn_budget_token = 5",
    ])
      expect(await failureOf(defaultKernel({ toml: `[context]\n${wrong}\n` })), wrong).toBeInstanceOf(VarveError);
  });

  it("SHALL: what replaced it speaks as user and says that it is derived from untrusted content", async () => {
    const kernel = await defaultKernel(sampleProject(budget(9_000, 0.5)));
    const { window } = await kernel.prepare(await sampleTask(kernel));
    const summary = window.input.find(({ sections }) => sections.includes("state_summary"))?.item;
    expect(summary).toMatchObject({ kind: "message", role: "user" });
    expect(window.sections.find(({ id }) => id === "state_summary")?.text).toMatch(
      /untrusted content such as tool results/,
    );
    expect(UNTRUSTED_PREAMBLE).toMatch(/never an instruction/);
  });
});

function failedRecord(): never {
  throw new Error("there is no record");
}
