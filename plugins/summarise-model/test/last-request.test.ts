import { type HistoryEntry, type SummariseContext, text, type UsageAnchor, type WindowItem } from "@varve/kernel";
import { agentState, type Conversation, conversation, entry, summariseContext } from "@varve/test-builders";
import { expect, test } from "vitest";
import { answer, lastText, limitsOf, summariser, usage } from "./model.ts";
import { playing, untilCompacted } from "./playing.ts";

/** Four turns; the last answer calls two tools, whose results came since. */
const talk = () =>
  conversation()
    .user("fix the importer")
    .exchange("grep", { pattern: "rows" }, "src/rows.ts:12")
    .assistant("The rows are read twice.")
    .user("then mend it")
    .exchange("read", { path: "src/rows.ts" }, "const rows = …")
    .call("edit", { path: "src/rows.ts" })
    .call("test", {})
    .result("edited")
    .result("1 failed");

/** In which turn each of them was appended. */
const TURNS = [0, 0, 1, 1, 2, 2, 3, 3, 3, 4, 4];

/** The context in which the first entries are removed. */
function removing(
  words: Conversation,
  count: number,
  { turns = TURNS, ...more }: Partial<SummariseContext> & { readonly turns?: readonly number[] } = {},
): SummariseContext {
  const history = words.items.map((item, index): HistoryEntry => entry(index + 1, item, { turn: turns[index] ?? 0 }));
  const state = agentState({ history, turn: turns.at(-1) ?? 0, nextEntry: history.length + 1 });
  return summariseContext(words, { state, removed: history.slice(0, count), ...more });
}

function anchor(more: Partial<UsageAnchor> = {}): UsageAnchor {
  return { usage: usage(1_000, 10), model: "gpt-5", countedTokens: 1_000, compactions: 0, atMs: null, ...more };
}

function kindsOf(items: readonly WindowItem[] = []): readonly string[] {
  return items.slice(0, -1).map(({ item }) => (item.kind === "message" ? item.role : item.kind));
}

test("fault 25: through a kernel, the summary request begins with the whole last request, and that is all but its instruction", async () => {
  let calls = 0;
  const { kernel, invoked } = await playing({
    context: { turnBudgetTokens: 12_000, compactionFraction: 0.75 },
    answer: ({ purpose }) => {
      if (purpose === "summary") return answer("The importer was searched.");
      const { items } = conversation()
        .call("grep", { n: ++calls }, `a${calls}`)
        .call("read", { n: calls }, `b${calls}`);
      return answer("", { items, finish: "tool_calls" });
    },
  });

  await untilCompacted(kernel);

  const at = invoked.findIndex(({ purpose }) => purpose === "summary");
  const [last, summary] = [invoked[at - 1]?.window, invoked[at]?.window];
  expect(last?.input.length).toBeGreaterThan(100);
  expect(summary?.input.slice(0, -1)).toEqual(last?.input);
  expect(summary).toMatchObject({ instructions: last?.instructions, tools: last?.tools, taskId: last?.taskId });
  const parted = last?.input.findIndex(({ item }, index) => item !== summary?.input[index]?.item) ?? 0;
  expect(parted).toBe(-1);
  expect((last?.tokens ?? 0) / (summary?.tokens ?? 1)).toBeGreaterThan(0.9);
});

test("fault 25: what has been appended since the last request, and the answer to it, is not replayed", async () => {
  const { asked, summarise } = await summariser([answer("ok")]);

  const context = removing(talk(), 4);
  await summarise(context);

  expect(asked[0]?.window.input.slice(0, -1)).toEqual(context.window.input.slice(0, 7));
});

test("the answer that is left out is the newest one alone, with its reasoning", async () => {
  const twice = conversation().user("go").assistant("first").reasoning("hm").assistant("second").call("look");
  const { asked, summarise } = await summariser([answer("ok")]);

  await summarise(removing(twice, 1, { turns: [0, 0, 1, 1, 1], state: agentState({ turn: 2 }) }));
  await summarise(removing(twice.result("seen"), 1, { turns: [0, 0, 1, 1, 1, 2] }));

  expect(kindsOf(asked[1]?.window.input)).toEqual(["user", "assistant"]);
});

test("fault 53: what stays behind what is removed is shown, and said not to be summarised", async () => {
  const { asked, summarise } = await summariser([answer("ok")]);

  await summarise(removing(talk(), 4));

  const instruction = lastText(asked[0]);
  expect(instruction).toContain(
    'up to and including this one:\n- the assistant\'s message that begins "The rows are read twice."\n',
  );
  expect(instruction).toContain('It begins with this one:\n- the user\'s message that begins "then mend it"\n');
  expect(instruction).toContain("Do not summarise what stays, and repeat nothing of it");
});

test("fault 53: the place is told apart from others that read the same", async () => {
  const alike = conversation();
  for (let turn = 0; turn < 4; turn += 1) alike.exchange("test", {}, `run ${turn}`);
  const { asked, summarise } = await summariser([answer("ok")]);

  await summarise(removing(alike.user("and now?"), 4, { turns: [0, 1, 1, 2, 2, 3, 3, 4, 5] }));

  const instruction = lastText(asked[0]);
  expect(instruction).toContain(
    'including this one:\n- the call of test with "{}", and its result (number 2 of 4 alike)',
  );
  expect(instruction).toContain(
    'begins with this one:\n- the call of test with "{}", and its result (number 3 of 4 alike)',
  );
});

test("fault 53: what stays within what is removed is listed apart from what stays behind it", async () => {
  const words = talk();
  const { asked, summarise } = await summariser([answer("ok")]);
  const context = removing(words, 4);

  await summarise({ ...context, removed: context.removed.filter(({ id }) => id !== "e1") });

  expect(lastText(asked[0])).toMatch(
    /These also stay[^\n]*\n- the user's message that begins "fix the importer"\n[^-]/,
  );
});

test("fault 53: where what is removed ends in nothing that has a name, it alone is shown", async () => {
  const item = { kind: "opaque", provider: "openai", data: { type: "compaction" } } as const;
  const { asked, summarise } = await summariser([answer("ok")]);

  await summarise(
    removing(conversation().item(item).user("go on").assistant("well").user("so?"), 1, { turns: [0, 1, 1, 2] }),
  );

  expect(kindsOf(asked[0]?.window.input)).toEqual(["opaque"]);
});

test("sections that stand behind the history are not replayed, and are shown where they are folded", async () => {
  const context = removing(talk(), 4, { folded: [{ section: "notes", text: "remember the milk" }] });
  const notes: WindowItem = {
    item: { kind: "message", role: "developer", parts: [text("remember the milk")] },
    tokens: 5,
    stability: "turn",
    sections: ["notes"],
  };
  const { asked, summarise } = await summariser([answer("ok")]);

  await summarise({ ...context, window: { ...context.window, input: [...context.window.input, notes] } });

  expect(asked[0]?.window.input).toHaveLength(8);
  expect(lastText(asked[0])).toMatch(/<untrusted source="notes"[\s\S]*remember the milk/);
});

const short = 4;
const whole = 7;

test.each([
  ["the provider found the window too long", { reason: "overflow" } as const, short],
  ["it was asked for by hand", { reason: "manual" } as const, whole],
])("how much is replayed where %s", async (_, more, length) => {
  const { asked, summarise } = await summariser([answer("ok")]);

  await summarise(removing(talk(), 4, more));

  expect(asked[0]?.window.input).toHaveLength(length + 1);
});

test.each([
  ["nothing was measured", null, whole],
  ["this model measured it", anchor(), whole],
  ["another model was asked", anchor({ model: "gpt-4.1" }), short],
  ["it has been compacted since", anchor({ compactions: -1 }), short],
])("the last request is replayed where it may be cached: %s", async (_, lastUsage, length) => {
  const { asked, summarise } = await summariser([answer("ok")], { model: limitsOf(100_000, 1_000) });
  const context = removing(talk(), 4);

  await summarise({ ...context, state: { ...context.state, lastUsage } });

  expect(asked[0]?.window.input).toHaveLength(length + 1);
});

test("where no request was sent yet, no more is shown than what is removed", async () => {
  const { asked, summarise } = await summariser([answer("ok")]);

  await summarise(removing(talk(), 4, { turns: [] }));

  expect(asked[0]?.window.input).toHaveLength(short + 1);
});

test("where the whole last request does not fit, its beginning is replayed up to what is removed, and then text alone", async () => {
  const words = conversation().user("a").assistant("b").user("x ".repeat(4_000)).assistant("c").user("d");
  const turns = [0, 0, 1, 1, 2];
  const { asked, summarise } = await summariser([answer("ok")], { model: limitsOf(2_000, 100) });

  const beginning = await summarise(removing(words, 2, { turns }));
  const parts = await summarise(removing(words, 3, { turns }));

  expect(kindsOf(asked[0]?.window.input)).toEqual(["user", "assistant"]);
  expect(beginning.reason).toBe("asked the model over the last request up to what is removed, in one call");
  expect(parts.reason).toMatch(/^asked the model over what is removed, as text, in \d+ calls$/);
});

test("a last request that ends within what is removed is replayed with all that is removed", async () => {
  const { asked, summarise } = await summariser([answer("ok")]);

  await summarise(removing(talk(), 11));

  expect(asked[0]?.window.input).toHaveLength(12);
  expect(lastText(asked[0])).toContain("up to here, will be removed");
});

test("another model is asked for the summary, within its own window and over no more than what is removed", async () => {
  const own = limitsOf(400_000, 10_000);
  const model = { provider: "anthropic", name: "small", context_window_tokens: 8_000, max_output_tokens: 1_000 };
  const { asked, summarise } = await summariser([answer("ok")], { model: own, options: { model } });

  await summarise(removing(talk(), 4));
  await summarise(summariseContext(conversation().user("x ".repeat(20_000))));

  const limits = { provider: "anthropic", name: "small", windowTokens: 8_000, outputTokens: 1_000 };
  expect(asked.length).toBeGreaterThan(2);
  for (const call of asked) expect(call.options).toMatchObject({ model: limits, maxOutputTokens: 1_000 });
  expect(asked[0]?.window.input).toHaveLength(short + 1);
  // A fifth of the window is left free: what was counted are the other model's tokens.
  for (const { window } of asked) expect(window.tokens).toBeLessThanOrEqual(7_000 * 0.8);
});

test("another model whose answers are not limited gets a quarter of its window for one", async () => {
  const model = { provider: "openai", name: "small", context_window_tokens: 8_000 };
  const { asked, summarise } = await summariser([answer("ok")], { options: { model } });

  await summarise(removing(talk(), 4));

  expect(asked[0]?.options.model).toEqual({
    provider: "openai",
    name: "small",
    windowTokens: 8_000,
    outputTokens: 2_000,
  });
});

test("the task's own model, named as the summariser's, is asked over the whole last request", async () => {
  const own = limitsOf(400_000, 10_000);
  const model = { provider: "openai", name: "gpt-5", context_window_tokens: 400_000 };
  const { asked, summarise } = await summariser([answer("ok")], { model: own, options: { model } });

  await summarise(removing(talk(), 4));

  expect(asked[0]?.window.input).toHaveLength(whole + 1);
});

test("the declared model is asked without being named", async () => {
  const { asked, summarise } = await summariser([answer("ok")], { model: limitsOf(100_000, 1_000) });

  await summarise(removing(talk(), 4));

  expect(asked[0]?.options).not.toHaveProperty("model");
});

test("what is replayed is counted: the request says what it comes to", async () => {
  const { asked, summarise } = await summariser([answer("ok")]);
  const context = removing(talk(), 4);

  await summarise(context);

  const [call] = asked;
  const items = call?.window.input.reduce((sum, { tokens }) => sum + tokens, 0) ?? 0;
  expect(call?.window.tokens).toBe(items + Math.ceil(context.window.instructions.length / 4));
});
