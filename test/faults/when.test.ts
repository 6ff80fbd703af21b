import {
  type AgentState,
  append,
  ContextOverflowError,
  complete,
  createState,
  message,
  NoProgressError,
  type TriggerContext,
  type Usage,
} from "@varve/kernel";
import { type Conversation, conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { budget, defaultKernel, failureOf, plugin } from "../end-to-end/default-kernel.ts";
import { playTask } from "../end-to-end/played-task.ts";
import { bodyOf, requestFaults } from "../end-to-end/request-body.ts";
import { longTalk } from "../end-to-end/sample-project.ts";

function stateOf(talk: Conversation): AgentState {
  return append(createState({ taskId: "t" }), talk.items);
}

function usageOf(inputTokens: number, cachedTokens = 0): Usage {
  return { inputTokens, cachedTokens, cacheWriteTokens: 0, outputTokens: 5, reasoningTokens: 0 };
}

/** Writes down what the trigger is told. */
function triggerLog() {
  const told: TriggerContext[] = [];
  const watch = plugin("watch", ({ hooks }) =>
    hooks.compaction.trigger.in.tap("watch", (context) => {
      told.push(context);
    }),
  );
  return { told, watch };
}

describe("when to compact", () => {
  it("fault 9: cached tokens are part of the input: 38,196 of which 38,153 are cached are 38,196", async () => {
    const kernel = await defaultKernel({ toml: budget(60_000) });
    const { state, window } = await kernel.prepare(stateOf(conversation().user("go")));
    const measured = complete(state, {
      countedTokens: window.tokens,
      items: [message("assistant", "ok")],
      usage: usageOf(38_196, 38_153),
      model: kernel.model?.name ?? null,
    });
    const next = await kernel.prepare(measured);
    const added = next.window.input.at(-1)?.tokens ?? Number.NaN;
    expect(next.window.estimate).toEqual({ tokens: 38_196 + added, basis: "measured" });
    expect(next.records).toEqual([]);
  });

  // What the o200k encoding makes of each, as its reference implementation counts it.
  const kinds = {
    prose: ["The lake froze late that year, and the ferry kept running until the second week of January. ", 19],
    "source code": ["const sorted = [...values].sort((a, b) => a - b);\n  return sorted[middle] ?? NaN;\n", 27],
    JSON: ['{"id":"ord-7919","qty":4,"price":1.25,"paid":false},', 21],
    Chinese: ["这一年湖水结冰很晚，渡船一直开到一月的第二周。", 20],
  } as const;
  for (const [kind, [sample, tokens]] of Object.entries(kinds)) {
    it(`fault 10: ${kind} is counted within 5 % of the truth`, async () => {
      const kernel = await defaultKernel();
      const counted = await kernel.count(sample.repeat(100));
      expect(Math.abs(counted / (tokens * 100) - 1), `${counted}`).toBeLessThan(0.05);
    });
  }

  it("fault 11: the usage of another model, or of before a compaction, does not anchor this window", async () => {
    const kernel = await defaultKernel({ toml: budget(60_000) });
    const { state, window } = await kernel.prepare(stateOf(longTalk()));
    const call = { countedTokens: window.tokens, items: [message("assistant", "ok")], usage: usageOf(50_000) };
    const measured = complete(state, { ...call, model: kernel.model?.name ?? null });
    const other = { provider: "openai", name: "gpt-4o", windowTokens: 128_000, outputTokens: 4_000 };
    expect((await kernel.prepare(measured, { model: other })).window.estimate.basis).toBe("counted");
    const { window: after } = await kernel.compact(measured);
    expect(after.estimate.basis).toBe("scaled");
    expect(after.estimate.tokens).toBeLessThan(50_000);
  });

  it("fault 12: sections that no compaction removes end in one error that names them, largest first, and nobody is asked for a summary", async () => {
    let asked = 0;
    const watch = plugin("watch", ({ hooks }) =>
      hooks.compaction.summarise.pre.tap("watch", () => {
        asked += 1;
      }),
    );
    const toml = `${budget(4_000)}[prompt]\nsystem = "system.md"\n`;
    const kernel = await defaultKernel({
      toml,
      files: { "system.md": "Be careful. ".repeat(3_000) },
      plugins: [watch],
    });
    const state = await kernel.write(stateOf(longTalk(10)), "task", { goal: "mend it ".repeat(200) });
    const error = await failureOf(kernel.prepare(state));
    expect(error).toBeInstanceOf(ContextOverflowError);
    expect(
      error instanceof ContextOverflowError ? error.sections.map(({ section }) => section).slice(0, 2) : [],
    ).toEqual(["system_prompt", "task"]);
    expect(error).toMatchObject({ sections: [{ plugins: ["@varve/section-system-prompt"] }, {}, {}, {}, {}] });
    expect(asked).toBe(0);
  });

  it("fault 13: a compaction that makes the window larger is refused; nothing is changed and nothing is stored", async () => {
    const wordy = plugin("wordy", ({ hooks }) =>
      hooks.compaction.summarise.in.tap("wordy", () => ({ summary: "and furthermore ".repeat(500) })),
    );
    const talk = conversation().user("hi").assistant("hello").user("and?").assistant("well").user("go on");
    const kernel = await defaultKernel({ plugins: [wordy] });
    const state = stateOf(talk);
    const before = JSON.stringify(state);
    const error = await failureOf(kernel.compact(state));
    expect(error).toBeInstanceOf(NoProgressError);
    expect(error).toMatchObject({ plugin: "wordy" });
    expect(JSON.stringify(state)).toBe(before);
    expect(await kernel.load("t")).toBeNull();
    expect(await kernel.records("t")).toEqual({ records: [], damaged: [] });
  });

  it("fault 57: after a compaction the trigger says no, before any call has been measured again", async () => {
    const { told, watch } = triggerLog();
    const kernel = await defaultKernel({ toml: budget(12_000), plugins: [watch] });
    const first = await kernel.prepare(stateOf(longTalk(10)));
    const measured = complete(first.state, {
      countedTokens: first.window.tokens,
      items: longTalk(10).items,
      usage: usageOf(11_000),
      model: kernel.model?.name ?? null,
    });
    const compactedOnce = await kernel.prepare(measured);
    expect(compactedOnce.records).toHaveLength(1);
    told.length = 0;
    expect((await kernel.prepare(compactedOnce.state)).records).toEqual([]);
    expect(told).toHaveLength(1);
  });

  it("fault 58: what is over the line is compacted, also where a compaction saves little", async () => {
    const pinned = plugin("pinned", ({ hooks }) =>
      hooks.compaction.keep.in.tap("pinned", ({ sections, state }) => ({
        sections: sections.map(({ id }) => id),
        pins: state.history.slice(4).map(({ id }) => id),
      })),
    );
    const kernel = await defaultKernel({ toml: budget(8_000, 1), plugins: [pinned] });
    const talk = conversation().user("first").assistant("gone ".repeat(1_100)).user("second").assistant("small");
    const state = stateOf(talk.assistant("kept ".repeat(7_000)).user("go on"));
    const { records, window } = await kernel.prepare(state);
    expect(records).toHaveLength(1);
    const [saved, before] = [(records[0]?.tokensBefore ?? 0) - window.tokens, records[0]?.tokensBefore ?? 0];
    expect(before).toBeGreaterThan(8_000);
    expect(window.tokens).toBeLessThanOrEqual(8_000);
    expect(saved).toBeLessThan(before * 0.15);
  });

  it("fault 59: the trigger is asked before every call: one turn with three results of 200,000 characters", async () => {
    const { told, watch } = triggerLog();
    const kernel = await defaultKernel({ toml: budget(100_000), plugins: [watch] });
    const turns = Array.from({ length: 4 }, (_, number) => {
      const [answer, after] = conversation().exchange("cat", { number }, "lorem ipsum ".repeat(16_667)).items;
      return { answer: answer === undefined ? [] : [answer], after: after === undefined ? [] : [after] };
    });
    const { calls } = await playTask(kernel, stateOf(conversation().user("read them")), turns);
    const windows = told.filter(({ about, compactionsThisTurn }) => about === "window" && compactionsThisTurn === 0);
    expect(windows.map(({ turn }) => turn)).toEqual([0, 1, 2, 3]);
    expect(calls.flatMap(({ records }) => records).length).toBeGreaterThan(0);
    for (const { window } of calls) expect(window.tokens).toBeLessThanOrEqual(75_000);
  });

  for (const [kind, content] of [
    ["words", "a result of many words "],
    ["one line of JSON", '{"a":1},'],
    ["Chinese", "汉字"],
  ] as const) {
    it(`fault 60: newest results alone larger than the window are seen in part, and the whole can be recalled (${kind})`, async () => {
      const kernel = await defaultKernel({ toml: budget(20_000) });
      const whole = content.repeat(10_000_000 / content.length);
      const state = stateOf(conversation().user("go").exchange("cat", { path: "all.log" }, whole));
      const { window, records } = await kernel.prepare(state);
      expect(requestFaults(await bodyOf(kernel, window))).toEqual([]);
      expect(window.tokens).toBeLessThanOrEqual(15_000);
      // A view is a good part of the window, not a stub.
      expect(window.tokens).toBeGreaterThan(5_000);
      expect(JSON.stringify(window.input.at(-1)?.item)).toMatch(/\d+ of \d+ characters left out.*record t\/c1/);
      const [record] = (await kernel.records("t")).records;
      expect(record).toEqual(records[0]);
      expect(record?.removed[0]?.entry.item).toEqual(state.history.at(-1)?.item);
    });
  }
});
