import {
  type AgentState,
  append,
  type CompactionRecord,
  ContextOverflowError,
  complete,
  createState,
  type EntryId,
  ExecutorError,
  type HistoryEntry,
  type Installation,
  InvalidCompactionError,
  InvalidResultError,
  type Kernel,
  NoProgressError,
  type PluginKernel,
  type SummariseContext,
} from "@varve/kernel";
import { type Conversation, conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { kernelWith, plugin } from "./minimal-kernel.ts";

const TIGHT = { context: { turnBudgetTokens: 400, compactionFraction: 0.5 } } as const;

function stateOf(talk: Conversation): AgentState {
  return append(createState({ taskId: "t" }), talk.items);
}

function longTalk(exchanges = 20): Conversation {
  const talk = conversation().user("please find it");
  for (let number = 0; number < exchanges; number += 1) talk.exchange("grep", { number }, `${number} `.repeat(50));
  return talk;
}

function summariser(
  answer: Parameters<PluginKernel["hooks"]["compaction"]["summarise"]["in"]["tap"]>[1],
): Installation {
  return plugin("strategy", (kernel) => kernel.hooks.compaction.summarise.in.tap("strategy", answer));
}

/** The first two exchanges of what is offered: too little, so that the loop goes on. */
function oldest({ removed }: SummariseContext): readonly EntryId[] {
  return removed.slice(0, 4).map(({ id }) => id);
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}

/** Every call id of a window, and which of them are answered. */
function pairsOf(window: Awaited<ReturnType<Kernel["assemble"]>>): {
  readonly calls: readonly string[];
  readonly results: readonly string[];
} {
  const items = window.input.map(({ item }) => item);
  return {
    calls: items.flatMap((item) => (item.kind === "tool_call" ? [item.callId] : [])),
    results: items.flatMap((item) => (item.kind === "tool_result" ? [item.callId] : [])),
  };
}

describe("a compaction", () => {
  it("removes the oldest half, puts a summary in its place, and says who decided what", async () => {
    const kernel = await kernelWith([], TIGHT);
    const { state, records, decisions, window } = await kernel.prepare(stateOf(longTalk()));
    expect(records[0]).toMatchObject({ id: "t/c1", count: 1, previous: null, reason: "budget", summaryBefore: null });
    expect(records[0]?.decisions.map(({ operation, plugin: who, answer }) => [operation, who, answer])).toEqual([
      ["compaction.trigger", "minimal", "yes"],
      ["compaction.keep", "minimal", "answered"],
      ["compaction.summarise", "minimal", "answered"],
    ]);
    expect(decisions.at(-1)).toMatchObject({ operation: "compaction.trigger", answer: "no" });
    expect(window.tokens).toBeLessThanOrEqual(200);
    expect(state.compaction.count).toBe(records.length);
  });

  it("fault 1, fault 2: leaves every window valid after any number of compactions", async () => {
    const kernel = await kernelWith([], TIGHT);
    let state = stateOf(conversation().user("go"));
    for (let turn = 0; turn < 30; turn += 1) {
      const { state: prepared, window } = await kernel.prepare(state);
      const { calls, results } = pairsOf(window);
      expect(new Set(calls)).toEqual(new Set(results));
      const talk = conversation()
        .call("a", {}, `a${turn}`)
        .call("b", {}, `b${turn}`)
        .result("x".repeat(60), `b${turn}`)
        .result("y".repeat(60), `a${turn}`);
      state = append(
        complete(prepared, { countedTokens: window.tokens, items: talk.items.slice(0, 2), usage: null, model: null }),
        talk.items.slice(2),
      );
    }
    expect(state.compaction.count).toBeGreaterThan(3);
  });

  it("fault 53, fault 52: hands the summariser what is removed, and nothing that stays", async () => {
    const seen: HistoryEntry[][] = [];
    const kernel = await kernelWith(
      [
        summariser(({ removed }) => {
          seen.push([...removed]);
          return { summary: "s" };
        }),
      ],
      TIGHT,
    );
    const { state, records } = await kernel.prepare(stateOf(longTalk()));
    const stays = new Set(state.history.map(({ id }) => id));
    expect(seen.flat().some(({ id }) => stays.has(id))).toBe(false);
    expect(seen.map((removed) => removed.map(({ id }) => id))).toEqual(
      records.map(({ removed }) => removed.map(({ entry }) => entry.id)),
    );
    // What the first compaction kept and the second did not is in the second summariser's input.
    expect(new Set([...seen.flat(), ...state.history].map(({ id }) => id)).size).toBe(41);
  });

  it("fault 17: hands the previous summary to the next summariser", async () => {
    const previous: (string | null)[] = [];
    const kernel = await kernelWith(
      [
        summariser((context: SummariseContext) => {
          previous.push(context.previousSummary);
          return { summary: `s${previous.length}`, removes: oldest(context) };
        }),
      ],
      TIGHT,
    );
    await kernel.prepare(stateOf(longTalk()));
    expect(previous.slice(0, 3)).toEqual([null, "s1", "s2"]);
  });

  it("fault 14: refuses an empty or blank summary, and leaves the state as it was", async () => {
    for (const summary of ["", "  \n\t"]) {
      const state = stateOf(longTalk());
      const before = JSON.stringify(state);
      const kernel = await kernelWith([summariser(() => ({ summary }))], TIGHT);
      expect(await failure(kernel.prepare(state))).toBeInstanceOf(InvalidResultError);
      expect(JSON.stringify(state)).toBe(before);
    }
  });

  it("fault 73: refuses {} from a summariser with the plugin's name, and does not throw another's answer away silently", async () => {
    const kernel = await kernelWith([summariser(() => ({}))], TIGHT);
    expect(await failure(kernel.prepare(stateOf(longTalk())))).toMatchObject({
      code: "INVALID_RESULT",
      plugin: "strategy",
      hookPoint: "compaction.summarise.in",
    });
  });

  it("fault 13: refuses a compaction that makes the window larger; the state is unchanged and nothing is written", async () => {
    let written = 0;
    const kernel = await kernelWith(
      [
        summariser(() => ({ summary: "long ".repeat(2_000) })),
        plugin("watch", (k) =>
          k.hooks.persistence.write.in.tap("watch", () => {
            written += 1;
          }),
        ),
      ],
      TIGHT,
    );
    expect(await failure(kernel.prepare(stateOf(longTalk())))).toBeInstanceOf(NoProgressError);
    expect(written).toBe(0);
  });

  it("fault 21: takes replacement entries as a first-class result: three kept verbatim, the rest masked in place", async () => {
    const kernel = await kernelWith(
      [
        summariser(({ removed }) => ({
          removes: removed
            .slice(3)
            .filter(({ item }) => item.kind === "tool_result")
            .map(({ id }) => id),
          replacement: removed
            .slice(3)
            .flatMap(({ id, item }) =>
              item.kind === "tool_result"
                ? [{ replaces: id, item: { ...item, parts: [{ kind: "text", text: "[masked]" }] } }]
                : [],
            ),
        })),
      ],
      TIGHT,
    );
    const state = stateOf(longTalk());
    const { state: after } = await kernel.compact(state);
    expect(after.history).toHaveLength(state.history.length);
    expect(after.history.slice(0, 3)).toEqual(state.history.slice(0, 3));
    expect(after.history.filter(({ made }) => made === "replacement").length).toBeGreaterThan(5);
    expect(after.summary).toBeNull();
  });

  const unsafe: readonly (readonly [string, (context: SummariseContext) => object, RegExp])[] = [
    [
      "removes a result and keeps its call",
      ({ removed }) => ({
        summary: "s",
        removes: removed.filter(({ item }) => item.kind === "tool_result").map(({ id }) => id),
      }),
      /without its result/,
    ],
    [
      "removes a call and keeps its result",
      ({ removed }) => ({
        summary: "s",
        removes: removed.filter(({ item }) => item.kind === "tool_call").map(({ id }) => id),
      }),
      /without its call/,
    ],
    ["removes an entry that is not there", () => ({ summary: "s", removes: ["e999"] }), /e999.*not in the history/],
    ["removes the request being worked on", () => ({ summary: "s", removes: ["e1"] }), /request being worked on/],
    [
      "inserts a result without a call",
      ({ removed }) => ({
        replacement: [{ item: { kind: "tool_result", callId: "new", parts: [] } }],
        removes: removed.map(({ id }) => id),
      }),
      /without its call/,
    ],
    [
      "inserts a call without a result",
      ({ removed }) => ({
        replacement: [{ item: { kind: "tool_call", callId: "new", name: "x", arguments: "" } }],
        removes: removed.map(({ id }) => id),
      }),
      /without its result/,
    ],
    [
      "replaces what it does not remove",
      ({ removed, state }) => ({
        removes: removed.map(({ id }) => id),
        replacement: [{ replaces: state.history.at(-1)?.id, item: { kind: "tool_result", callId: "c", parts: [] } }],
      }),
      /without removing it/,
    ],
    [
      "removes the newest exchange",
      ({ state }) => ({ summary: "s", removes: state.history.slice(1).map(({ id }) => id) }),
      /newest exchange/,
    ],
  ];
  for (const [what, answer, message] of unsafe) {
    it(`refuses a strategy that ${what}, and names it`, async () => {
      const given: unknown = answer;
      const kernel = await kernelWith([summariser(given as (context: SummariseContext) => { summary: string })], TIGHT);
      const state = stateOf(longTalk());
      const before = JSON.stringify(state);
      const error = await failure(kernel.compact(state));
      expect(error).toBeInstanceOf(InvalidCompactionError);
      expect(String(error)).toMatch(message);
      expect(error).toMatchObject({ plugin: "strategy", hookPoint: "compaction.summarise" });
      expect(JSON.stringify(state)).toBe(before);
    });
  }

  it("fault 6: refuses a strategy that parts reasoning from what it belongs to", async () => {
    const talk = conversation().user("a").reasoning("r").assistant("b ".repeat(200)).user("c");
    const kernel = await kernelWith(
      [summariser(() => ({ summary: "s", removes: ["e3" as HistoryEntry["id"]] }))],
      TIGHT,
    );
    expect(String(await failure(kernel.compact(stateOf(talk))))).toMatch(/part the reasoning e2 from e3/);
  });

  it("fault 33: the record is written before the state changes; where the store fails, nothing has changed", async () => {
    const kernel = await kernelWith(
      [
        plugin("broken store", (k) =>
          k.hooks.persistence.write.in.tap("broken store", () => {
            throw new Error("disk full");
          }),
        ),
      ],
      TIGHT,
    );
    const state = stateOf(longTalk());
    const before = JSON.stringify(state);
    const error = await failure(kernel.prepare(state));
    expect(error).toBeInstanceOf(ExecutorError);
    expect(error).toMatchObject({ hookPoint: "persistence.write.in", plugin: "broken store" });
    expect(JSON.stringify(state)).toBe(before);
  });

  it("fault 83: writes the record and the state that it leads to in one write", async () => {
    const writes: unknown[] = [];
    const kernel = await kernelWith(
      [
        plugin("watch", (k) =>
          k.hooks.persistence.write.pre.tap("watch", ({ write }) => {
            writes.push(write);
          }),
        ),
      ],
      TIGHT,
    );
    const { records, state } = await kernel.compact(stateOf(longTalk()));
    expect(writes).toEqual([{ kind: "compaction", record: records[0], state }]);
  });

  it("fault 34, fault 46: an abort while the summariser is waited for settles at once and changes nothing", async () => {
    const controller = new AbortController();
    let heard = false;
    const kernel = await kernelWith(
      [
        plugin("slow", (k) =>
          k.hooks.compaction.summarise.in.tapPromise("slow", ({ signal }) => {
            signal.addEventListener("abort", () => {
              heard = true;
            });
            queueMicrotask(() => controller.abort());
            return new Promise(() => {});
          }),
        ),
      ],
      TIGHT,
    );
    const state = stateOf(longTalk());
    expect(await failure(kernel.prepare(state, { signal: controller.signal }))).toMatchObject({ code: "ABORTED" });
    expect(heard).toBe(true);
    expect(state.compaction.count).toBe(0);
  });

  it("fault 45: an abort after the write is no failure: the compaction is done, and what would come after is not begun", async () => {
    const controller = new AbortController();
    const kernel = await kernelWith(
      [plugin("abort", (k) => k.events.compacted.tap("abort", () => controller.abort()))],
      TIGHT,
    );
    const { state, records, window } = await kernel.prepare(stateOf(longTalk()), { signal: controller.signal });
    expect(records).toHaveLength(1);
    expect(state.compaction.count).toBe(1);
    expect(window.tokens).toBe(records[0]?.tokensAfter);
  });

  it("fault 47: a compaction that was cut off leaves nothing behind: the next turn compacts as if none had been begun", async () => {
    let first = true;
    const kernel = await kernelWith(
      [
        summariser(() => {
          if (first) {
            first = false;
            throw new Error("killed");
          }
          return { summary: "s" };
        }),
      ],
      TIGHT,
    );
    const state = stateOf(longTalk());
    expect(await failure(kernel.prepare(state))).toBeInstanceOf(ExecutorError);
    expect((await kernel.prepare(state)).records[0]?.id).toBe("t/c1");
  });

  it("keeps what was committed when a later compaction of the same call fails, and says so on the error", async () => {
    let calls = 0;
    const kernel = await kernelWith(
      [
        summariser((context) => {
          calls += 1;
          if (calls === 2) throw new Error("second");
          return { summary: "s", removes: oldest(context) };
        }),
      ],
      TIGHT,
    );
    const error = await failure(kernel.prepare(stateOf(longTalk())));
    expect(error).toMatchObject({ code: "EXECUTOR_FAILED", committed: { compaction: { count: 1 }, version: 1 } });
  });

  it("fault 50: what is kept from before the cut is marked as past, and the request being worked on stays the last one", async () => {
    const talk = conversation()
      .user("first request")
      .exchange("a", {}, "x".repeat(400))
      .assistant("done")
      .user("second request");
    for (let number = 0; number < 10; number += 1) talk.exchange("b", { number }, "y".repeat(100));
    const pin = plugin("pin", (k) =>
      k.hooks.compaction.keep.in.tap("pin", ({ sections }) => ({
        sections: sections.map(({ id }) => id),
        pins: ["e1" as HistoryEntry["id"]],
      })),
    );
    const kernel = await kernelWith([pin], TIGHT);
    const { state } = await kernel.compact(stateOf(talk));
    expect(state.history.find(({ id }) => id === "e1")).toMatchObject({ past: true });
    const requests = state.history.filter(
      ({ item, past }) => item.kind === "message" && item.role === "user" && past !== true,
    );
    expect(requests.map(({ item }) => item.kind === "message" && item.parts[0])).toEqual([
      { kind: "text", text: "second request" },
    ]);
  });

  it("fault 68: what a strategy writes in the user's name is marked as past, so that nothing newer than the request asks for something", async () => {
    const kernel = await kernelWith(
      [
        summariser(({ removed }) => ({
          removes: removed.map(({ id }) => id),
          replacement: [{ item: { kind: "message", role: "user", parts: [{ kind: "text", text: "do it again" }] } }],
        })),
      ],
      TIGHT,
    );
    const { state } = await kernel.compact(stateOf(longTalk()));
    expect(
      state.history.filter(({ item, past }) => item.kind === "message" && item.role === "user" && past !== true),
    ).toHaveLength(1);
  });
});

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

  it("a refusal by approve leaves the window as it is, a yes is in the record, and an edit is carried out", async () => {
    const approver = (answer: Parameters<PluginKernel["hooks"]["compaction"]["approve"]["in"]["tap"]>[1]) =>
      plugin("boss", (k) => k.hooks.compaction.approve.in.tap("boss", answer));
    const state = stateOf(longTalk());
    const no = await (await kernelWith([approver(() => ({ approve: false, reason: "not now" }))], TIGHT)).prepare(
      state,
    );
    expect(no.records).toEqual([]);
    expect(no.decisions.at(-1)).toEqual({
      operation: "compaction.approve",
      plugin: "boss",
      answer: "no",
      reason: "not now",
    });
    expect(no.state.history).toEqual(state.history);
    const yes = await (await kernelWith([approver(() => true)], TIGHT)).compact(state);
    expect(yes.records[0]?.decisions.at(-1)).toMatchObject({ plugin: "boss", answer: "yes" });
    const edited = await (
      await kernelWith([approver(() => ({ edit: { summary: "as the boss says" } }))], TIGHT)
    ).compact(state);
    expect(edited.state.summary?.text).toBe("as the boss says");
    expect(edited.records[0]?.decisions.at(-1)).toMatchObject({ plugin: "boss", answer: "edited" });
  });

  it("names the plugin that replaced an answer, and whose answer it was", async () => {
    const second = plugin("second", (k) =>
      k.hooks.compaction.trigger.post.tap("second", () => ({ compact: false, reason: "later" })),
    );
    const { decisions } = await (await kernelWith([second], TIGHT)).prepare(stateOf(longTalk()));
    expect(decisions).toEqual([
      { operation: "compaction.trigger", plugin: "second", replaced: "minimal", answer: "no", reason: "later" },
    ]);
  });

  it("is no error where a trigger says yes of its own accord and nothing can go", async () => {
    const eager = plugin("eager", (k) => k.hooks.compaction.trigger.in.tap("eager", () => true));
    const { window, records } = await (await kernelWith([eager])).prepare(stateOf(conversation().user("only")));
    expect(window.input).toHaveLength(1);
    expect(records).toEqual([]);
  });

  it("a proposal can be had without committing it: nothing is written and no state changes", async () => {
    let written = 0;
    const kernel = await kernelWith(
      [
        plugin("watch", (k) =>
          k.hooks.persistence.write.in.tap("watch", () => {
            written += 1;
          }),
        ),
      ],
      TIGHT,
    );
    const state = stateOf(longTalk());
    const proposal = await kernel.propose(state);
    expect(proposal).toMatchObject({ id: "t/c1", reason: "manual" });
    expect(proposal?.tokensAfter).toBeLessThan(proposal?.tokensBefore ?? 0);
    expect(proposal?.uncachedTokens).toBeGreaterThan(0);
    expect(written).toBe(0);
    expect(await kernel.propose(stateOf(conversation().user("only")))).toBeNull();
  });

  it("a section left out is folded into the summary, and stays out until its content changes", async () => {
    let notes = "remember the milk ".repeat(20);
    const folded: string[] = [];
    const kernel = await kernelWith(
      [
        plugin("notes", (k) =>
          k.declareSection({ id: "notes", stability: "task", survives: "folded" }).in.tap("notes", () => notes),
        ),
        summariser((context) => {
          folded.push(...context.folded.map(({ section, text }) => `${section}: ${text.slice(0, 17)}`));
          return { summary: "s" };
        }),
      ],
      TIGHT,
    );
    const { state, records } = await kernel.compact(stateOf(longTalk()));
    expect(folded).toEqual(["notes: remember the milk"]);
    expect((await kernel.assemble(state)).sections.map(({ id }) => id)).not.toContain("notes");
    expect(records[0]?.folded[0]?.text).toBe(notes);
    notes = "something new";
    expect((await kernel.assemble(state)).sections.map(({ id }) => id)).toContain("notes");
  });

  it("an essential section is left out only by a keep that says allowEssential", async () => {
    const keep = (more: { allowEssential?: true }) =>
      plugin("keep", (k) =>
        k.hooks.compaction.keep.in.tap("keep", ({ sections }) => ({
          sections: sections.filter(({ id }) => id !== "rules").map(({ id }) => id),
          ...more,
        })),
      );
    const rules = plugin("rules", (k) =>
      k
        .declareSection({ id: "rules", stability: "task", survives: "essential" })
        .in.tap("rules", () => "always ".repeat(20)),
    );
    expect(String(await failure((await kernelWith([rules, keep({})], TIGHT)).compact(stateOf(longTalk()))))).toMatch(
      /rules, which is essential, without saying allowEssential/,
    );
    const { records } = await (await kernelWith([rules, keep({ allowEssential: true })], TIGHT)).compact(
      stateOf(longTalk()),
    );
    expect(records[0]?.folded.map(({ section }) => section)).toEqual(["rules"]);
  });

  it("refuses a keep that names sections or entries that are not there", async () => {
    const keep = (result: { sections: string[]; pins?: HistoryEntry["id"][] }) =>
      plugin("keep", (k) => k.hooks.compaction.keep.in.tap("keep", () => result));
    expect(
      String(await failure((await kernelWith([keep({ sections: ["nothing"] })], TIGHT)).compact(stateOf(longTalk())))),
    ).toMatch(/keeps section nothing/);
    const pins = ["e999" as HistoryEntry["id"]];
    expect(
      String(
        await failure(
          (await kernelWith([keep({ sections: ["system_prompt"], pins })], TIGHT)).compact(stateOf(longTalk())),
        ),
      ),
    ).toMatch(/pins entry e999/);
  });
});

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

function first(records: readonly CompactionRecord[]): CompactionRecord {
  const [record] = records;
  if (record === undefined) throw new Error("no record");
  return record;
}

function last(records: readonly CompactionRecord[]): CompactionRecord {
  return first(records.toReversed());
}
