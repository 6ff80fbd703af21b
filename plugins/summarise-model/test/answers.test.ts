import { type ModelResponse, message, VarveError } from "@varve/kernel";
import { conversation, summariseContext } from "@varve/test-builders";
import { expect, test } from "vitest";
import { SummaryError } from "../src/index.ts";
import { answer, lastText, summariser, usage } from "./model.ts";

const context = () => summariseContext(conversation().user("fix it").exchange("grep", {}, "a.ts:1").assistant("done"));

const blank = answer(" \n\t");
const thought = answer("", {
  items: [{ kind: "reasoning", summary: ["hm"], provider: "openai" }],
});
const called = answer("", {
  items: [message("assistant", "Let me see."), { kind: "tool_call", callId: "c1", name: "grep", arguments: "{}" }],
  finish: "tool_calls",
});
const cut = answer("## Goal\nFix th", { finish: "length" });
const unfinished = answer("## Goal\nFix th", { finish: "other" });
const refused = answer("I cannot help with that.", { finish: "refused", requestId: "req_9" });

async function failureOf(answers: readonly ModelResponse[]) {
  const { asked, summarise } = await summariser(answers);
  const error = await summarise(context()).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SummaryError)) throw new Error(`expected a SummaryError, got ${String(error)}`);
  return { asked, error };
}

test.each([
  ["white space", blank],
  ["reasoning only", thought],
  ["no items", answer("", { items: [] })],
])("fault 14: %s is asked for once more, and is then a typed error", async (_, empty) => {
  const { asked, error } = await failureOf([empty]);

  expect(asked).toHaveLength(2);
  expect(lastText(asked[1])).toContain("held no text");
  expect(error).toBeInstanceOf(VarveError);
  expect(error).toMatchObject({
    code: "SUMMARY",
    plugin: "@varve/summarise-model",
    fault: "empty",
    finish: "stop",
    requestId: "req_1",
  });
});

test("fault 15: a tool call is no summary, also with text beside it", async () => {
  const { asked, error } = await failureOf([called]);

  expect(asked).toHaveLength(2);
  expect(lastText(asked[1])).toContain("none was run");
  expect(error).toMatchObject({ fault: "tool_call", finish: "tool_calls" });
});

test("fault 18: an answer that was cut off is asked for again, shorter, and is never taken", async () => {
  const { asked, error } = await failureOf([cut]);

  const words = (index: number) => Number(/at most (\d+) words/.exec(lastText(asked[index]))?.[1]);
  expect(asked).toHaveLength(2);
  expect(words(1)).toBeLessThan(words(0));
  expect(error).toMatchObject({ fault: "length", finish: "length" });
});

test("an answer that does not say that it is whole is not taken for one", async () => {
  expect((await failureOf([unfinished])).error).toMatchObject({ fault: "unfinished", finish: "other" });
});

test("a refusal is final: it is not paid for twice", async () => {
  const { asked, error } = await failureOf([refused]);

  expect(asked).toHaveLength(1);
  expect(error).toMatchObject({ fault: "refused", finish: "refused", requestId: "req_9" });
  expect(error.message).toContain("req_9");
});

test.each([
  ["empty", blank],
  ["a tool call", called],
  ["cut off", cut],
  ["unfinished", unfinished],
])("a second answer makes up for a first that was %s", async (_, first) => {
  const { summarise } = await summariser([first, answer("whole")]);

  expect(await summarise(context())).toMatchObject({ summary: "whole" });
});

test("fault 25: the second request is the first one and one more line", async () => {
  const { asked, summarise } = await summariser([blank, answer("whole")]);

  await summarise(context());

  const [first, second] = asked.map(({ window }) => window);
  expect(second?.input.slice(0, -1)).toEqual(first?.input);
  expect({ ...second, input: [] }).toEqual({ ...first, input: [] });
});

test("what every call used is summed, the one that was no summary included", async () => {
  const { summarise } = await summariser([
    { ...blank, usage: usage(1_000, 10) },
    answer("whole", { usage: usage(1_100, 50) }),
  ]);

  expect((await summarise(context())).usage).toEqual({
    inputTokens: 2_100,
    cachedTokens: 1_050,
    cacheWriteTokens: 2,
    outputTokens: 60,
    reasoningTokens: 4,
  });
});

test("what a summary that failed used is said in its error", async () => {
  const { error } = await failureOf([{ ...refused, usage: usage(1_000, 10) }]);

  expect(error.usage).toMatchObject({ inputTokens: 1_000, outputTokens: 10 });
});

test("a provider that reports nothing leaves no usage", async () => {
  const { summarise } = await summariser([answer("whole")]);

  expect(await summarise(context())).not.toHaveProperty("usage");
});

test("several messages of one answer are one summary", async () => {
  const { summarise } = await summariser([
    answer("", { items: [message("assistant", "## Goal"), message("assistant", "Fix it.")] }),
  ]);

  expect((await summarise(context())).summary).toBe("## Goal\nFix it.");
});

test("an error of the model call is passed on as it is", async () => {
  const failure = new VarveError("MODEL", "503");
  const { summarise } = await summariser([() => Promise.reject(failure)]);

  await expect(summarise(context())).rejects.toBe(failure);
});
