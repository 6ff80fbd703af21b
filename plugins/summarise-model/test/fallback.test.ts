import {
  AbortedError,
  type FailedTry,
  type HistoryEntry,
  ModelError,
  type ModelResponse,
  type SummariseContext,
} from "@varve/kernel";
import { agentState, conversation, entry, summariseContext } from "@varve/test-builders";
import { expect, test } from "vitest";
import { SummaryError } from "../src/index.ts";
import { type Asked, answer, lastText, limitsOf, summariser, textsOf, usage } from "./model.ts";
import { playing, untilCompacted } from "./playing.ts";

/** A conversation whose older part is removed, and whose last request reaches beyond it. */
function context(more: Partial<SummariseContext> = {}): SummariseContext {
  const talk = conversation().user("x ".repeat(4_000)).assistant("b").user("c").assistant("d").user("e");
  const history = talk.items.map(
    (item, index): HistoryEntry => entry(index + 1, item, { turn: Math.floor(index / 2) }),
  );
  const state = agentState({ history, turn: 2, nextEntry: 6 });
  return summariseContext(talk, { state, removed: history.slice(0, 2), ...more });
}

const again: FailedTry = { reason: "500", status: 500, requestId: "req_0", waitedMs: 10, mayBePaid: true };

/** What `kernel.ask` throws where the model's plugin throws this. */
function thrown(fault: ModelError["fault"], more: Partial<ConstructorParameters<typeof ModelError>[2]> = {}) {
  return new ModelError(fault, `it is ${fault}`, { provider: "openai", requestId: "req_7", ...more });
}

type Step = ModelResponse | Error;

async function outcomeOf(steps: readonly Step[], given = context(), more: Parameters<typeof summariser>[1] = {}) {
  const { asked, summarise } = await summariser(
    steps.map((step) => (step instanceof Error ? () => Promise.reject(step) : step)),
    more,
  );
  const outcome: unknown = await summarise(given).catch((error: unknown) => error);
  return { asked, outcome };
}

/** What of the conversation each request shows. */
function formsOf(asked: readonly Asked[]): readonly string[] {
  return asked.map((call) => {
    const texts = textsOf(call);
    if (texts[0]?.startsWith("<untrusted") === true) return "text";
    return texts.length > 3 ? "the last request" : "what is removed";
  });
}

test.each(["overflow", "too_large"] as const)(
  "a summary request that is %s is made again with less: what is removed, and then its text in parts",
  async (fault) => {
    const { asked, outcome } = await outcomeOf([thrown(fault), thrown(fault), answer("so far")]);

    expect(formsOf(asked)).toEqual(["the last request", "what is removed", "text", "text", "text"]);
    expect(outcome).toEqual({
      summary: "so far",
      reason:
        "asked the model over what is removed, as text, in 3 calls; 2 times the provider found a longer request too long",
    });
  },
);

test("the parts have half the room of what was too long, whatever the model is said to take", async () => {
  const { asked } = await outcomeOf([thrown("overflow"), thrown("overflow"), answer("so far")], context(), {
    model: limitsOf(1_000_000, 1_000),
  });

  const [, removed, ...parts] = asked.map(({ window }) => window.tokens);
  expect(parts.length).toBeGreaterThan(1);
  for (const tokens of parts) expect(tokens).toBeLessThanOrEqual((removed ?? 0) / 2);
});

test("text that is too long for the provider is shown in parts of half the size, once", async () => {
  const given = { ...context(), window: { ...context().window, input: [] } };
  const mended = await outcomeOf([thrown("overflow"), answer("so far")], given, { model: limitsOf(100_000, 500) });
  const hopeless = await outcomeOf([thrown("overflow")], given, { model: limitsOf(100_000, 500) });

  expect(mended.outcome).toMatchObject({ summary: "so far" });
  expect(formsOf(mended.asked)).toEqual(["text", "text", "text", "text"]);
  expect(hopeless.asked).toHaveLength(2);
});

test("where every form is too long, the error says so, with the provider's own as its cause", async () => {
  const { asked, outcome } = await outcomeOf([thrown("overflow")]);

  expect(asked).toHaveLength(3);
  expect(outcome).toBeInstanceOf(SummaryError);
  expect(outcome).toMatchObject({
    code: "SUMMARY",
    fault: "overflow",
    finish: null,
    requestId: "req_7",
    usage: null,
    cause: { code: "MODEL", fault: "overflow" },
  });
});

test("what the tries before a form that did used is summed with it", async () => {
  const { asked, outcome } = await outcomeOf([
    answer(" ", { usage: usage(1_000, 10) }),
    thrown("overflow"),
    answer("whole", { usage: usage(400, 20) }),
  ]);

  expect(asked).toHaveLength(3);
  expect(lastText(asked[1])).toContain("held no text");
  expect(outcome).toMatchObject({ summary: "whole", usage: { inputTokens: 1_400, outputTokens: 30 } });
});

test("a summary that fails after a paid try says what it used, whatever it fails of", async () => {
  const paid = answer(" ", { usage: usage(1_000, 10) });
  const failure = thrown("retryable");
  const lost = await outcomeOf([paid, failure]);
  const long = await outcomeOf([paid, thrown("overflow")]);

  expect(lost.outcome).toMatchObject({
    code: "SUMMARY",
    fault: "failed",
    requestId: "req_7",
    usage: { inputTokens: 1_000 },
  });
  expect(lost.outcome).toHaveProperty("cause", failure);
  expect(long.outcome).toMatchObject({ fault: "overflow", usage: { inputTokens: 1_000 } });
});

test.each(["retryable", "rejected", "unparsable"] as const)(
  "a call that is %s is not made again with less",
  async (fault) => {
    const failure = thrown(fault);
    const { asked, outcome } = await outcomeOf([failure]);

    expect(asked).toHaveLength(1);
    expect(outcome).toBe(failure);
  },
);

test("fault 46: an abort after a paid try stays an abort", async () => {
  const aborted = new AbortedError("model.invoke", new Error("the user left"));

  expect((await outcomeOf([answer(" ", { usage: usage(1_000, 10) }), aborted])).outcome).toBe(aborted);
});

test("requests that were sent again are said, and how many of them may have been paid for", async () => {
  const { outcome } = await outcomeOf([
    thrown("overflow", { retries: [again] }),
    answer("whole", { retries: [again, { ...again, mayBePaid: false }] }),
  ]);

  expect(outcome).toMatchObject({
    reason:
      "asked the model over the last request up to what is removed, in one call; " +
      "once the provider found a longer request too long; 3 times a request was sent again, and 2 of these may have been paid for",
  });
});

test("through a kernel, the provider's own error is the cause of what the turn ends in", async () => {
  const error = new ModelError("rejected", "the key is wrong", { provider: "test", status: 401, requestId: "req_8" });
  let calls = 0;
  const { kernel } = await playing({
    context: { turnBudgetTokens: 4_000, compactionFraction: 0.75 },
    answer: ({ purpose }) => {
      if (purpose === "summary") throw error;
      const { items } = conversation().call("grep", { n: ++calls }, `a${calls}`);
      return answer("", { items, finish: "tool_calls" });
    },
  });

  const outcome: unknown = await untilCompacted(kernel).catch((failure: unknown) => failure);

  expect(outcome).toMatchObject({ hookPoint: "compaction.summarise.in", plugin: "@varve/summarise-model" });
  expect(outcome).toHaveProperty("cause", error);
});

test("through a kernel, a summary request that is too long is made smaller, and the turn goes on", async () => {
  let calls = 0;
  let summaries = 0;
  const { kernel, invoked } = await playing({
    context: { turnBudgetTokens: 4_000, compactionFraction: 0.75 },
    answer: ({ purpose }) => {
      if (purpose === "summary" && ++summaries === 1) {
        throw new ModelError("overflow", "too long", { provider: "test", status: 400 });
      }
      if (purpose === "summary") return answer("The importer was searched.");
      const { items } = conversation().call("grep", { n: ++calls }, `a${calls}`);
      return answer("", { items, finish: "tool_calls" });
    },
  });

  await untilCompacted(kernel);

  expect(summaries).toBe(2);
  expect(invoked.at(-1)?.purpose).toBe("turn");
});
