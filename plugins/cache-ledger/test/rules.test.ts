import { describe, expect, test } from "vitest";
import { CacheLedger, type CacheLedgerOptions } from "../src/index.ts";
import { type Answered, callOf, entries, entry, type Layout, usageOf, windowFrom } from "./windows.ts";

const MINUTE = 60_000;

/** What is predicted for the last of some turns, in the provider's measure. */
function predicted(
  calls: readonly (readonly [Layout, Answered])[],
  options: CacheLedgerOptions = {},
): { readonly tokens: number; readonly rule: string } {
  const ledger = new CacheLedger(options);
  const [line] = calls.map(([layout, answered]) => ledger.observe(callOf(windowFrom(layout), answered))).slice(-1);
  if (line === undefined) throw new Error("there was no call");
  return { tokens: line.predicted.tokens, rule: line.rule };
}

describe("OpenAI before GPT-5.6", () => {
  const sent: Answered = { model: "gpt-5" };
  const tokens = (before: Layout, after: Layout, answered: Answered = {}) =>
    predicted([
      [before, sent],
      [after, { ...sent, ...answered }],
    ]).tokens;
  const prompt = (size: number): Layout => ({ instructions: [["system_prompt", "Be careful.", size]], history: [] });

  test("finds what two requests have in common, from 1,024 tokens, in steps of 128", () => {
    const grown = (size: number) => tokens(prompt(size), { ...prompt(size), history: [entry(1, 5_000)] });
    expect(grown(1_023)).toBe(0);
    expect(grown(1_024)).toBe(1_024);
    expect(grown(1_151)).toBe(1_024);
    expect(grown(1_152)).toBe(1_152);
  });

  test("finds a part of a segment, where only its end differs", () => {
    const words = (end: string): Layout => ({ instructions: [["system_prompt", `${"x".repeat(99)}${end}`, 4_000]] });
    // 99 of 100 bytes of 4,000 tokens are 3,960, in whole steps 3,840.
    expect(tokens(words("a"), words("b"))).toBe(3_840);
  });

  test("finds what an earlier request had, though another one came between", () => {
    const other: Layout = { instructions: [["system_prompt", "Something else.", 3_000]] };
    const { tokens: found } = predicted([
      [prompt(2_048), sent],
      [other, sent],
      [prompt(2_048), sent],
    ]);
    expect(found).toBe(2_048);
  });

  test("keeps what is used alive, ten minutes from each use, and longer or shorter where the request asks for it", () => {
    const alive = (body: NonNullable<Answered["body"]>, minutes: number) =>
      predicted([
        [prompt(2_048), { ...sent, body, atMs: 0 }],
        [prompt(2_048), { ...sent, body, atMs: minutes * MINUTE }],
      ]).tokens > 0;
    expect([10, 11].map((minutes) => alive({}, minutes))).toEqual([true, false]);
    expect([5, 6].map((minutes) => alive({ prompt_cache_retention: "in_memory" }, minutes))).toEqual([true, false]);
    expect([30, 31].map((minutes) => alive({ prompt_cache_retention: "24h" }, minutes))).toEqual([true, false]);
    const kept = [0, 8, 16, 24].map((minute) => [prompt(2_048), { ...sent, atMs: minute * MINUTE }] as const);
    expect(predicted(kept).tokens).toBe(2_048);
  });

  test("GPT-5.5 keeps prefixes every 2,048 tokens, for half an hour", () => {
    const calls = (minutes: number) =>
      predicted([
        [prompt(5_000), { model: "gpt-5.5" }],
        [prompt(5_000), { model: "gpt-5.5", atMs: minutes * MINUTE }],
      ]);
    expect(calls(30)).toEqual({ tokens: 4_096, rule: "openai_implicit" });
    expect(calls(31).tokens).toBe(0);
  });

  test("is measured as the provider measured the request that wrote it", () => {
    const ledger = new CacheLedger();
    ledger.observe(callOf(windowFrom(prompt(2_000)), { ...sent, usage: usageOf(2_200) }));
    const grown = { ...prompt(2_000), history: [entry(1, 500)] };
    const line = ledger.observe(callOf(windowFrom(grown), { ...sent, usage: usageOf(3_000, 2_176) }));
    expect(line.predicted).toEqual({ counted: 1_920, tokens: 2_176 });
    expect(line.reason).toBeNull();
  });
});

describe("OpenAI with breakpoints", () => {
  const sent: Answered = { model: "gpt-6.1-sol", cacheBreakpoints: [1] };
  const task = [["task", "Mend the cart.", 500]] as const;
  const layout = (history: Layout["history"] = []): Layout => ({ task, history });

  test("holds for every request that marks places, and for GPT-5.6 and later even where it marks none", () => {
    const rule = (answered: Answered) => predicted([[layout(), answered]]).rule;
    expect(rule({ model: "local", cacheBreakpoints: [] })).toBe("openai_breakpoints");
    expect(["gpt-5.6-sol", "gpt-6-luna", "gpt-10"].map((model) => rule({ model }))).toEqual(
      Array.from({ length: 3 }, () => "openai_breakpoints"),
    );
    expect(["gpt-5.5", "gpt-5", "gpt-4o", "o3"].map((model) => rule({ model }))).toEqual(
      Array.from({ length: 4 }, () => "openai_implicit"),
    );
  });

  test("finds exactly what stood before the newest message of the request before", () => {
    const before = [entry(1, 700), entry(2, 55, "call"), entry(3, 333, "result")];
    const after = [...before, entry(4, 80, "assistant"), entry(5, 90)];
    const calls = (history: Layout["history"]) =>
      predicted([
        [layout(before), sent],
        [layout(history), sent],
      ]).tokens;
    expect(calls(after)).toBe(1_000 + 500 + 700 + 55 + 333);
  });

  test("writes behind no answer of the model", () => {
    const before = [entry(1, 700), entry(2, 300, "assistant")];
    const tokens = predicted([
      [layout(before), sent],
      [layout([...before, entry(3, 10)]), sent],
    ]).tokens;
    expect(tokens).toBe(1_000 + 500 + 700);
  });

  test("falls back to no shorter prefix that was not marked, but to one that was", () => {
    const [before, after] = [entries(1, 4, 700), [...entries(1, 2, 700), entry(9, 700)]];
    const tokens = (cacheBreakpoints: readonly number[]) =>
      predicted([
        [layout(before), { ...sent, cacheBreakpoints }],
        [layout(after), { ...sent, cacheBreakpoints }],
      ]).tokens;
    expect(tokens([])).toBe(0);
    expect(tokens([1])).toBe(1_500);
    expect(tokens([1, 3])).toBe(2_900);
  });

  test("writes at three marked places beside the newest message, or at four alone", () => {
    const [before, after] = [entries(1, 6, 700), [...entries(1, 2, 700), entry(9, 700)]];
    const tokens = (body: NonNullable<Answered["body"]>) => {
      const marked = { ...sent, body, cacheBreakpoints: [2, 4, 5, 6] };
      return predicted([
        [layout(before), marked],
        [layout(after), marked],
      ]).tokens;
    };
    expect(tokens({})).toBe(0);
    expect(tokens({ prompt_cache_options: { mode: "explicit" } })).toBe(2_200);
  });

  test("looks back at the latest 80 places that were written", () => {
    const tokens = (between: number) => {
      const others = Array.from({ length: between }, (_, index) => entry(100 + index, 2_000));
      return predicted([
        [layout([entry(1, 2_000)]), { ...sent, cacheBreakpoints: [] }],
        ...others.map((other) => [layout([other]), { ...sent, cacheBreakpoints: [] }] as const),
        [layout([entry(1, 2_000), entry(2, 10)]), { ...sent, cacheBreakpoints: [] }],
      ]).tokens;
    };
    expect(tokens(79)).toBe(3_500);
    expect(tokens(80)).toBe(0);
  });

  test("keeps what was written for 30 minutes, or for the 12 hours that were asked for", () => {
    const alive = (body: NonNullable<Answered["body"]>, minutes: number) =>
      predicted([
        [layout(), { ...sent, body }],
        [layout([entry(1, 10)]), { ...sent, body, atMs: minutes * MINUTE }],
      ]).tokens > 0;
    expect([30, 31].map((minutes) => alive({}, minutes))).toEqual([true, false]);
    const long = { prompt_cache_options: { ttl: "12h" } };
    expect([720, 721].map((minutes) => alive(long, minutes))).toEqual([true, false]);
  });

  test("after a compaction what stands before the mark is found", () => {
    const [before, after] = [entries(1, 40, 700), [entry(39, 700), entry(40, 700)]];
    expect(
      predicted([
        [layout(before), sent],
        [layout(after), sent],
      ]).tokens,
    ).toBe(1_500);
  });
});

describe("Anthropic", () => {
  const sent = (cacheBreakpoints: readonly number[], model = "claude-sonnet-5-5", body = {}): Answered => ({
    provider: "anthropic",
    model,
    body,
    cacheBreakpoints,
  });
  const layout = (history: Layout["history"] = []): Layout => ({ history });

  test("finds what was written at a mark, and nothing where none was set", () => {
    const [before, after] = [entries(1, 3, 100), entries(1, 5, 100)];
    const tokens = (places: readonly number[]) =>
      predicted([
        [layout(before), sent(places)],
        [layout(after), sent([5])],
      ]).tokens;
    expect(tokens([])).toBe(0);
    expect(tokens([0])).toBe(1_000);
    expect(tokens([0, 3])).toBe(1_300);
  });

  test("finds nothing where the request itself marks nothing", () => {
    const history = entries(1, 3, 100);
    expect(
      predicted([
        [layout(history), sent([3])],
        [layout(history), sent([])],
      ]).tokens,
    ).toBe(0);
  });

  test("looks at twenty places from a mark back, itself included", () => {
    const tokens = (added: number) =>
      predicted([
        [layout(entries(1, 3, 100)), sent([3])],
        [layout(entries(1, 3 + added, 100)), sent([3 + added])],
      ]).tokens;
    expect(tokens(19)).toBe(1_300);
    expect(tokens(20)).toBe(0);
  });

  test("takes a run of calls for one place, and a run of results", () => {
    const calls = Array.from({ length: 30 }, (_, index) => entry(10 + index, 5, "call"));
    const results = Array.from({ length: 30 }, (_, index) => entry(50 + index, 5, "result"));
    const [before, after] = [entries(1, 3, 100), [...entries(1, 3, 100), ...calls, ...results]];
    expect(
      predicted([
        [layout(before), sent([3])],
        [layout(after), sent([63])],
      ]).tokens,
    ).toBe(1_300);
  });

  test.each([
    ["claude-opus-5-5", 512],
    ["claude-haiku-4-5-20251001", 4_096],
    ["claude-opus-4-7", 2_048],
    ["claude-sonnet-4-6", 1_024],
    ["claude-of-tomorrow", 1_024],
  ])("%s caches from %i tokens", (model, minimum) => {
    const tokens = (size: number) => {
      const prompt: Layout = { instructions: [["system_prompt", "Be careful.", size]] };
      return predicted([
        [prompt, sent([0], model)],
        [prompt, sent([0], model)],
      ]).tokens;
    };
    expect(tokens(minimum - 1)).toBe(0);
    expect(tokens(minimum)).toBe(minimum);
  });

  test("keeps what was written for five minutes from each use, or for the hour that was asked for", () => {
    const hour = { system: [{ type: "text", text: "x", cache_control: { type: "ephemeral", ttl: "1h" } }] };
    const alive = (body: object, minutes: readonly number[]) => {
      const calls = [0, ...minutes].map((minute) => {
        return [layout(entries(1, 3, 100)), { ...sent([3], undefined, body), atMs: minute * MINUTE }] as const;
      });
      return predicted(calls).tokens > 0;
    };
    expect(alive({}, [5])).toBe(true);
    expect(alive({}, [6])).toBe(false);
    expect(alive({}, [4, 8, 12])).toBe(true);
    expect(alive(hour, [60])).toBe(true);
    expect(alive(hour, [61])).toBe(false);
  });

  test("the first image of a conversation loses its messages, and leaves what stands before them", () => {
    const image = { kind: "image", source: { kind: "url", url: "https://example.test/a.png" } } as const;
    const shown = { ...entry(4, 800), item: { kind: "message", role: "user", parts: [image] } } as const;
    const ledger = new CacheLedger();
    ledger.observe(callOf(windowFrom(layout(entries(1, 3, 500))), sent([0, 3])));
    const line = ledger.observe(callOf(windowFrom(layout([...entries(1, 3, 500), shown])), sent([0, 4])));
    expect(line.predicted.tokens).toBe(1_000);
    expect(line.reason).toEqual({ kind: "parameters_changed", parameters: ["images"] });
  });
});

describe("other providers", () => {
  const layout: Layout = { history: entries(1, 3, 1_000) };
  const calls = [
    [layout, { provider: "acme", model: "acme-1" }],
    [layout, { provider: "acme", model: "acme-1" }],
  ] as const;

  test("are taken for OpenAI before GPT-5.6, and the line says that this is assumed", () => {
    const ledger = new CacheLedger();
    const [, line] = calls.map(([each, answered]) => ledger.observe(callOf(windowFrom(each), answered)));
    expect(line).toMatchObject({ rule: "openai_implicit", isRuleAssumed: true, predicted: { tokens: 3_968 } });
  });

  test("can be given a rule, and figures of their own", () => {
    const rules = { acme: { rule: "openai_implicit", minimumTokens: 100, stepTokens: 1 } } as const;
    expect(predicted(calls, { rules }).tokens).toBe(4_000);
    const ledger = new CacheLedger({ rules });
    expect(ledger.observe(callOf(windowFrom(layout), calls[0][1])).isRuleAssumed).toBe(false);
  });

  test("a name that every object knows is a provider like any other", () => {
    const answered = { provider: "__proto__", model: "constructor" };
    expect(
      predicted([
        [layout, answered],
        [layout, answered],
      ]).tokens,
    ).toBe(3_968);
  });
});
