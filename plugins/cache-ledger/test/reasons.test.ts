import { compactionRecord } from "@varve/test-builders";
import { describe, expect, test } from "vitest";
import { CacheLedger, type MissReason } from "../src/index.ts";
import { type Answered, callOf, entries, entry, type Layout, usageOf, windowFrom } from "./windows.ts";

const MINUTE = 60_000;
const history = entries(1, 4, 1_000);

/** The reason that the ledger gives for the second of two turns. */
function reasonOf(
  [first, firstAnswered = {}]: readonly [Layout, Answered?],
  [second, secondAnswered = {}]: readonly [Layout, Answered?],
  between: (ledger: CacheLedger) => void = () => {},
): MissReason | null {
  const ledger = new CacheLedger();
  ledger.observe(callOf(windowFrom(first), firstAnswered));
  between(ledger);
  return ledger.observe(callOf(windowFrom(second), secondAnswered)).reason;
}

const longer = [...history, entry(5, 500)];

test("the first call of a task is one", () => {
  const ledger = new CacheLedger();
  const line = ledger.observe(callOf(windowFrom({ history })));
  expect(line).toMatchObject({ reason: { kind: "first_call" }, comparedWith: null, predicted: { tokens: 0 } });
});

test("a turn that only adds has no reason: all that could be was cached", () => {
  expect(reasonOf([{ history }], [{ history: longer }])).toBeNull();
  expect(
    reasonOf([{ history }, { usage: usageOf(5_000) }], [{ history: longer }, { usage: usageOf(5_500, 4_992) }]),
  ).toBeNull();
});

describe("a section that changed is named, with the first byte that differs", () => {
  test("a static one", () => {
    const prompt = (clock: string) =>
      ({ instructions: [["system_prompt", `Bonjour, é. It is ${clock}.`, 2_000]], history }) as const;
    expect(reasonOf([prompt("10:15")], [prompt("10:19")])).toEqual({
      kind: "section_changed",
      section: "system_prompt",
      label: "system_prompt",
      // "Bonjour, é. It is 10:1": é has two bytes.
      offsetBytes: 23,
    });
  });

  test("one of the task's sections, which share a message", () => {
    const plan = (step: string) =>
      ({
        task: [
          ["task", "Mend the cart.", 300],
          ["plan", `1. read\n2. ${step}`, 400],
        ],
        history,
      }) as const;
    expect(reasonOf([plan("write")], [plan("test")])).toMatchObject({
      kind: "section_changed",
      section: "plan",
      offsetBytes: 11,
    });
  });

  test("one that came", () => {
    const skill = [
      ["skill:review", "Read it twice.", 200],
      ["task", "Mend the cart.", 300],
    ] as const;
    expect(reasonOf([{ task: [skill[1]], history }], [{ task: skill, history }])).toEqual({
      kind: "section_changed",
      section: "skill:review",
      label: "skill:review",
      offsetBytes: null,
    });
  });

  test("fault 24: an entry that was sent before and is rewritten, by the section that renders it and its id", () => {
    const rewritten = [...history.slice(0, 2), entry(3, 900, "user", "what is cut in e3"), ...longer.slice(3)];
    expect(reasonOf([{ history }], [{ history: rewritten }])).toEqual({
      kind: "section_changed",
      section: "history",
      label: "e3",
      offsetBytes: 8,
    });
  });
});

describe("fault 23: tools", () => {
  const grep = { name: "grep", parameters: { type: "object" } };
  const ls = { name: "ls", parameters: { type: "object" } };
  const layout = (...tools: readonly (typeof grep)[]): Layout => ({ tools, toolTokens: 500, history });

  test("another list is told as such", () => {
    expect(reasonOf([layout(grep)], [layout(grep, ls)])).toMatchObject({ kind: "tools_changed" });
  });

  test("the same in another order on the wire is another list", () => {
    const sent = (...tools: readonly (typeof grep)[]): Answered => ({ body: { tools } });
    expect(reasonOf([layout(grep, ls), sent(grep, ls)], [layout(grep, ls), sent(ls, grep)])).toEqual({
      kind: "tools_changed",
      offsetBytes: '[{"name":"'.length,
    });
  });
});

describe("parameters", () => {
  test("those that the cache depends on are named", () => {
    expect(
      reasonOf(
        [{ history }, { body: { reasoning: { effort: "low", summary: "auto" }, text: { verbosity: "low" } } }],
        [{ history }, { body: { reasoning: { effort: "high", summary: "auto" }, text: { verbosity: "high" } } }],
      ),
    ).toEqual({ kind: "parameters_changed", parameters: ["reasoning.effort", "text.verbosity"] });
  });

  test("those that it does not depend on change nothing", () => {
    expect(
      reasonOf(
        [{ history }, { body: { tool_choice: "auto", max_output_tokens: 5, stream: true } }],
        [{ history: longer }, { body: { tool_choice: "none", max_output_tokens: 9, stream: false } }],
      ),
    ).toBeNull();
  });

  test("one of Anthropic's that only the messages depend on leaves tools and system prompt cached", () => {
    const anthropic = { provider: "anthropic", model: "claude-sonnet-5-5" };
    const sent = { ...anthropic, cacheBreakpoints: [0, 4] };
    const ledger = new CacheLedger();
    ledger.observe(callOf(windowFrom({ history }), sent));
    const line = ledger.observe(callOf(windowFrom({ history }), { ...sent, body: { tool_choice: { type: "none" } } }));
    expect(line.reason).toEqual({ kind: "parameters_changed", parameters: ["tool_choice"] });
    expect(line.predicted.tokens).toBe(1_000);
  });
});

test("another model is told before anything else", () => {
  expect(reasonOf([{ history }, { model: "gpt-5" }], [{ history: longer }, { model: "gpt-5-mini" }])).toEqual({
    kind: "model_changed",
  });
});

describe("a compaction", () => {
  const after = { task: [["state_summary", "What came before.", 200]], history: history.slice(2) } as const;
  const compacted = (ledger: CacheLedger) => ledger.compacted(compactionRecord(1), 0);

  test("is the reason where the history is another after it, and its record is named", () => {
    expect(reasonOf([{ history }], [after], compacted)).toEqual({ kind: "compaction", records: ["task-1/c1"] });
  });

  test("is the reason where a section that it left out is gone", () => {
    const notes = { task: [["notes", "A note.", 500]], history } as const;
    const fold = (ledger: CacheLedger) =>
      ledger.compacted(compactionRecord(1, { folded: [{ section: "notes", digest: "d", text: "A note." }] }), 0);
    expect(reasonOf([notes], [{ history: history.slice(2) }], fold)).toMatchObject({ kind: "compaction" });
  });

  test("is not the reason where the system prompt changed as well: that stands before the history", () => {
    const changed = { ...after, instructions: [["system_prompt", "Other words.", 1_000]] } as const;
    expect(reasonOf([{ history }], [changed], compacted)).toMatchObject({ kind: "section_changed" });
  });
});

describe("a history without its beginning, or its end, and without a compaction, was shortened", () => {
  test("at the front", () => {
    expect(reasonOf([{ history }], [{ history: history.slice(2) }])).toEqual({
      kind: "history_shortened",
      label: "e1",
    });
  });

  test("at the end, which loses nothing where every prefix is kept", () => {
    expect(reasonOf([{ history }], [{ history: history.slice(0, 2) }])).toBeNull();
  });

  test("at the end, where only breakpoints are kept", () => {
    const sent = { provider: "anthropic", model: "claude-sonnet-5-5", cacheBreakpoints: [4] };
    expect(
      reasonOf([{ history }, sent], [{ history: history.slice(0, 2) }, { ...sent, cacheBreakpoints: [2] }]),
    ).toEqual({
      kind: "history_shortened",
      label: "e3",
    });
  });
});

test("a prefix that was not used for too long is gone", () => {
  const lifetimeMs = 10 * MINUTE;
  const reason = (atMs: number) => reasonOf([{ history }, { atMs: 0 }], [{ history: longer }, { atMs }]);
  expect(reason(lifetimeMs)).toBeNull();
  expect(reason(lifetimeMs + 1)).toEqual({ kind: "ttl_passed", lifetimeMs });
});

test("without a clock nothing is too old", () => {
  expect(reasonOf([{ history }, { atMs: null }], [{ history: longer }, { atMs: 1e12 }])).toBeNull();
});

test("a request that was too short leaves nothing behind", () => {
  const short = { instructions: [["system_prompt", "Short.", 500]], history: [entry(1, 523)] } as const;
  expect(reasonOf([short], [{ ...short, history: [...short.history, entry(2, 4_000)] }])).toEqual({
    kind: "below_minimum",
    minimumTokens: 1_024,
  });
});

describe("the provider missed what should have been there", () => {
  const measured = { usage: usageOf(5_000) };

  test("where it reports less than it measured itself before, by more than a step", () => {
    const reason = (cached: number) =>
      reasonOf([{ history }, measured], [{ history: longer }, { usage: usageOf(5_500, cached) }]);
    expect(reason(4_992)).toBeNull();
    expect(reason(4_992 - 128)).toBeNull();
    expect(reason(4_992 - 256)).toEqual({ kind: "provider_missed" });
    expect(reason(0)).toEqual({ kind: "provider_missed" });
  });

  test("and not where it reported nothing at all", () => {
    expect(reasonOf([{ history }, measured], [{ history: longer }, { usage: null }])).toBeNull();
  });

  test("and not where a prediction is a share that may be a little off", () => {
    const wide = entries(1, 40, 1_000);
    const [before, after] = [{ history: wide }, { history: [...wide.slice(0, 30), entry(90, 900)] }];
    // 31,000 counted tokens are the same, of 41,000; 2 % of them may be an error of the scale.
    const reason = (cached: number) =>
      reasonOf([before, { usage: usageOf(41_000) }], [after, { usage: usageOf(31_900, cached) }]);
    expect(reason(30_500)).toMatchObject({ kind: "history_shortened" });
    expect(reason(0)).toEqual({ kind: "provider_missed" });
  });
});

describe("of several causes, the one that cost most is named", () => {
  const prompt = (words: string) => [["system_prompt", words, 2_000]] as const;

  test("a change near the end, and a lifetime that passed", () => {
    const changed = [...history.slice(0, 3), entry(4, 1_000, "user", "rewritten")];
    expect(reasonOf([{ history }], [{ history: changed }, { atMs: 30 * MINUTE }])).toMatchObject({
      kind: "ttl_passed",
    });
  });

  test("a change near the front, and a lifetime that passed", () => {
    const reason = reasonOf(
      [{ instructions: prompt("a clock"), history }],
      [{ instructions: prompt("b clock"), history }, { atMs: 30 * MINUTE }],
    );
    expect(reason).toMatchObject({ kind: "section_changed", offsetBytes: 0 });
  });

  test("all losses are told of, and together they are what was not cached", () => {
    const ledger = new CacheLedger();
    ledger.observe(callOf(windowFrom({ history }), { usage: usageOf(5_000) }));
    const changed = [...history.slice(0, 2), entry(3, 1_000, "user", "rewritten"), entry(4, 1_000)];
    const { lost, possible } = ledger.observe(
      callOf(windowFrom({ history: changed }), { usage: usageOf(5_000, 1_024) }),
    );
    expect(possible).toBe(4_992);
    expect(lost).toEqual({ changed: 4_992 - 2_944, unreached: 0, expired: 0, missed: 2_944 - 1_024 });
  });
});

test("what was written and cannot be reached from this request's breakpoints is told as such", () => {
  const sent = (cacheBreakpoints: readonly number[]): Answered => ({
    provider: "anthropic",
    model: "claude-sonnet-5-5",
    cacheBreakpoints,
  });
  const grown = [...history, ...entries(5, 24, 10)];
  expect(reasonOf([{ history }, sent([4])], [{ history: grown.slice(0, 23) }, sent([23])])).toBeNull();
  expect(reasonOf([{ history }, sent([4])], [{ history: grown }, sent([24])])).toEqual({ kind: "out_of_reach" });
});
