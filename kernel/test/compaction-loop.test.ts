import { append, ContextOverflowError, complete } from "@varve/kernel";
import { conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { failure, longTalk, stateOf, summariser, TIGHT } from "./long-tasks.ts";
import { kernelWith, plugin } from "./minimal-kernel.ts";

describe("the loop", () => {
  it("makes one larger summary instead of several in a row, where half of the history is not enough", async () => {
    const kernel = await kernelWith([], TIGHT);
    const { records, window } = await kernel.prepare(stateOf(longTalk(100)));
    expect(records).toHaveLength(1);
    expect(window.tokens).toBeLessThanOrEqual(200);
  });

  it("fault 12: sections that no compaction can remove end in one error that names them, largest first, and no summariser is asked", async () => {
    let asked = 0;
    const huge = plugin("huge", (k) =>
      k
        .declareSection({ id: "rules", stability: "static", survives: "essential" })
        .in.tap("huge", () => "rule ".repeat(400)),
    );
    const kernel = await kernelWith(
      [
        huge,
        summariser(() => {
          asked += 1;
          return { summary: "s" };
        }),
      ],
      TIGHT,
    );
    const error = await failure(kernel.prepare(stateOf(longTalk())));
    expect(error).toBeInstanceOf(ContextOverflowError);
    expect(error).toMatchObject({
      triggerTokens: 200,
      sections: [
        { section: "rules", plugins: ["huge"] },
        { section: "tool_results" },
        { section: "history" },
        { section: "system_prompt" },
      ],
    });
    expect(asked).toBe(0);
  });

  it("says what is left where nothing more can go, although the floor would have fitted", async () => {
    const kernel = await kernelWith([summariser(() => ({ summary: "word ".repeat(160) }))], TIGHT);
    const error = await failure(kernel.prepare(stateOf(longTalk())));
    expect(error).toMatchObject({
      code: "CONTEXT_OVERFLOW",
      triggerTokens: 200,
      committed: { compaction: { count: 1 } },
    });
    expect(Reflect.get(Object(error), "floorTokens")).toBeGreaterThan(200);
    expect(Reflect.get(Object(error), "sections")).toContainEqual(
      expect.objectContaining({ section: "state_summary" }),
    );
  });

  it("fault 59: asks before every call, not only when the user speaks", async () => {
    const kernel = await kernelWith([], { context: { turnBudgetTokens: 2_000, compactionFraction: 0.5 } });
    let state = stateOf(conversation().user("go").assistant("a ".repeat(400)).user("on"));
    for (let step = 0; step < 3; step += 1) {
      const { state: prepared, window } = await kernel.prepare(state);
      expect(window.tokens).toBeLessThanOrEqual(1_000);
      state = append(prepared, conversation().call("read", {}, `c${step}`).result("z".repeat(2_000), `c${step}`).items);
    }
    expect((await kernel.prepare(state)).records.length).toBeGreaterThan(0);
  });

  it("fault 60: the newest results alone are over the line: they are seen in part, and the whole is in the record", async () => {
    const kernel = await kernelWith([], { context: { turnBudgetTokens: 4_000, compactionFraction: 0.5 } });
    const whole = Array.from({ length: 5_000 }, (_, line) => `line ${line}`).join("\n");
    const { state, window, records } = await kernel.prepare(
      stateOf(conversation().user("read it").exchange("read", {}, whole)),
    );
    expect(window.tokens).toBeLessThanOrEqual(2_000);
    const view = state.history.at(-1);
    expect(view).toMatchObject({ made: "view", item: { kind: "tool_result", callId: "call_1" } });
    const shown =
      view?.item.kind === "tool_result" && view.item.parts[0]?.kind === "text" ? view.item.parts[0].text : "";
    expect(shown).toContain("line 0\n");
    expect(shown).toContain("line 4999");
    expect(shown).toMatch(/of 48889 characters left out here.*t\/c1/s);
    expect(records[0]?.removed[0]?.entry.item).toMatchObject({ parts: [{ text: whole }] });
    expect(records[0]?.decisions.at(-1)?.plugin).toBe("@varve/kernel");
  });

  it("fault 60: results that must stay are bounded before a summary is paid for that could not help", async () => {
    let asked = 0;
    const count = summariser(() => {
      asked += 1;
      return undefined;
    });
    const kernel = await kernelWith([count], { context: { turnBudgetTokens: 4_000, compactionFraction: 0.5 } });
    const talk = conversation()
      .user("old")
      .assistant("a few words")
      .user("read it")
      .exchange("read", {}, "line\n".repeat(5_000));
    const { window, records } = await kernel.prepare(stateOf(talk));
    expect(window.tokens).toBeLessThanOrEqual(2_000);
    expect(records).toHaveLength(1);
    expect(asked).toBe(0);
  });

  it("fault 58: where a summary would not shrink the window and results are to blame, they are shown in part, and both facts stand in the record", async () => {
    const usage = { inputTokens: 9, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 1, reasoningTokens: 0 };
    const kernel = await kernelWith([summariser(() => ({ summary: "wordy ".repeat(300), usage }))], {
      context: { turnBudgetTokens: 4_000, compactionFraction: 0.5 },
    });
    const talk = conversation()
      .user("old")
      .assistant("x ".repeat(300))
      .user("read it")
      .exchange("read", {}, "line\n".repeat(1_500));
    const { window, records } = await kernel.prepare(stateOf(talk));
    expect(window.tokens).toBeLessThanOrEqual(2_000);
    expect(records[0]?.decisions.map(({ plugin: who }) => who)).toEqual([
      "minimal",
      "minimal",
      "strategy",
      "@varve/kernel",
    ]);
    expect(records[0]?.usage).toEqual(usage);
  });

  it("fault 57, fault 11: after a compaction the usage from before it does not fire the next one, nor does that of another model", async () => {
    const estimates: string[] = [];
    const watch = plugin("watch", (k) =>
      k.hooks.compaction.trigger.pre.tap("watch", ({ estimate, about }) => {
        if (about === "window") estimates.push(`${estimate.basis} ${estimate.tokens}`);
      }),
    );
    const kernel = await kernelWith([watch], { context: { turnBudgetTokens: 2_000, compactionFraction: 0.8 } });
    const talk = stateOf(longTalk(18));
    const window = await kernel.assemble(talk);
    const usage = {
      inputTokens: Math.round(window.tokens * 1.1),
      cachedTokens: 900,
      cacheWriteTokens: 0,
      outputTokens: 5,
      reasoningTokens: 0,
    };
    const measured = complete(talk, { countedTokens: window.tokens, items: [], usage, model: null });
    const { state, window: after, records } = await kernel.prepare(measured);
    expect(records).toHaveLength(1);
    expect(estimates).toEqual([
      `measured ${usage.inputTokens}`,
      `scaled ${Math.round(after.tokens * (usage.inputTokens / window.tokens))}`,
    ]);
    estimates.length = 0;
    expect((await kernel.prepare(state)).records).toHaveLength(0);
    const other = await kernel.prepare(
      complete(talk, { countedTokens: 10, items: [], usage: { ...usage, inputTokens: 5 }, model: "another" }),
    );
    expect(other.records).toHaveLength(1);
    expect(estimates[1]).toBe(`counted ${window.tokens}`);
  });
});
