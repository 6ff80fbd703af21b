import {
  type AgentState,
  append,
  createState,
  type EncodeContext,
  type Installation,
  type InvokeContext,
  ModelError,
  type ModelResponse,
  type Usage,
} from "@varve/kernel";
import { conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { kernelWith, plugin } from "./minimal-kernel.ts";

const USAGE: Usage = { inputTokens: 120, cachedTokens: 100, cacheWriteTokens: 0, outputTokens: 7, reasoningTokens: 0 };

const TOO_LONG = new ModelError("overflow", "maximum context length is 100 tokens", {
  provider: "demo",
  status: 400,
  requestId: "req_1",
});

/** A model that answers, or throws, one after another. */
function model(
  ...answers: readonly (string | Error)[]
): Installation & { readonly asked: { readonly items: number; readonly attempt: number }[] } {
  const asked: { items: number; attempt: number }[] = [];
  const left = [...answers];
  const made = plugin("demo", (kernel) => {
    kernel.hooks.model.encode.in.tap("demo", ({ window, attempt }: EncodeContext) => {
      asked.push({ items: window.input.length, attempt });
      return { provider: "demo", body: { items: window.input.length } };
    });
    kernel.hooks.model.invoke.in.tap("demo", (_: InvokeContext): ModelResponse => {
      const next = left.shift() ?? "done";
      if (typeof next !== "string") throw next;
      return {
        items: conversation().assistant(next).items,
        usage: USAGE,
        model: "demo-1",
        finish: "stop",
        requestId: "req_9",
      };
    });
  });
  return { ...made, asked };
}

function task(exchanges = 6): AgentState {
  const talk = conversation().user("go");
  for (let number = 0; number < exchanges; number += 1) talk.exchange("step", { number }, "x".repeat(80));
  return append(createState({ taskId: "t" }), talk.items);
}

describe("a turn", () => {
  it("prepares, asks, and takes the answer and what was measured into the state", async () => {
    const kernel = await kernelWith([model("hello")], { clock: () => 42 });
    const { state, response, window } = await kernel.turn(task());
    expect(state.turn).toBe(1);
    expect(state.history.at(-1)?.item).toMatchObject({ role: "assistant", parts: [{ text: "hello" }] });
    expect(state.lastUsage).toMatchObject({ usage: USAGE, model: "demo-1", countedTokens: window.tokens, atMs: 42 });
    expect(response.requestId).toBe("req_9");
  });

  it("gives an error result to every call that has none, since the model is asked now", async () => {
    const kernel = await kernelWith([model()]);
    const { window } = await kernel.turn(
      append(createState({ taskId: "t" }), conversation().user("go").call("a").call("b").result("r").items),
    );
    expect(window.input.map(({ item }) => item.kind)).toEqual([
      "message",
      "tool_call",
      "tool_call",
      "tool_result",
      "tool_result",
    ]);
  });

  it("compacts once with reason overflow where the provider says that the window is too long, and asks again", async () => {
    const demo = model(TOO_LONG, "better");
    const { state, records } = await (await kernelWith([demo])).turn(task());
    expect(records.map(({ reason }) => reason)).toEqual(["overflow"]);
    expect(demo.asked.map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(demo.asked[1]?.items).toBeLessThan(demo.asked[0]?.items ?? 0);
    expect(state).toMatchObject({ turn: 1, compaction: { count: 1 } });
  });

  it("ends in one error with both facts where the provider refuses again, and hands over the state that was committed", async () => {
    const demo = model(
      TOO_LONG,
      new ModelError("overflow", "still too long", { provider: "demo", status: 400, requestId: "req_2" }),
      "never",
    );
    const error = await (await kernelWith([demo])).turn(task()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ModelError);
    expect(error).toMatchObject({ fault: "overflow", requestId: "req_2", committed: { compaction: { count: 1 } } });
    expect(String(error)).toMatch(/maximum context length is 100 tokens.*still too long/s);
    expect(demo.asked).toHaveLength(2);
  });

  it("says so where the provider refuses and nothing can be removed", async () => {
    const error = await (await kernelWith([model(TOO_LONG)]))
      .turn(append(createState({ taskId: "t" }), conversation().user("only").items))
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "MODEL", fault: "overflow" });
    expect(String(error)).toMatch(/could not be compacted/);
  });

  it("does not take another failure for an overflow, and asks no second time", async () => {
    const demo = model(new ModelError("retryable", "429", { provider: "demo", status: 429 }));
    const state = task();
    await expect((await kernelWith([demo])).turn(state)).rejects.toMatchObject({ code: "MODEL", fault: "retryable" });
    expect(demo.asked).toHaveLength(1);
    expect(state.turn).toBe(0);
  });
});

describe("asking the model", () => {
  it("tells observers the window, the request and the answer, and its pieces as they come", async () => {
    const told: string[] = [];
    const streaming = plugin("demo", (kernel) => {
      kernel.events.delta.tap("watcher", ({ delta, purpose }) => told.push(`${purpose} ${delta.kind}`));
      kernel.events.invoked.tap("watcher", ({ window, request, response, plugin: by }) =>
        told.push(`${window.input.length} ${JSON.stringify(request.body)} ${response.finish} ${by}`),
      );
      kernel.hooks.model.encode.in.tap("demo", () => ({ provider: "demo", body: {} }));
      kernel.hooks.model.invoke.in.tap("demo", ({ onDelta }): ModelResponse => {
        onDelta({ kind: "text", text: "hel" });
        return { items: [], usage: null, model: null, finish: "stop", requestId: null };
      });
    });
    await (await kernelWith([streaming])).turn(task(1));
    expect(told).toEqual(["turn text", "3 {} stop demo"]);
  });

  it("tells observers of a call that failed, with what the provider said", async () => {
    const failed: unknown[] = [];
    const demo = model(
      new ModelError("rejected", "no such model", { provider: "demo", status: 404, requestId: "req_3" }),
    );
    const watcher = plugin("watcher", ({ events }) => events.failed.tap("watcher", ({ error }) => failed.push(error)));
    await (await kernelWith([demo, watcher])).turn(task()).catch(() => null);
    expect(failed).toMatchObject([{ code: "MODEL", fault: "rejected", requestId: "req_3" }]);
  });

  it.each([
    { reason: "lost", status: null, requestId: null, waitedMs: 5 },
    { reason: "lost", status: "500", requestId: null, waitedMs: 5, mayBePaid: true },
    "again",
  ])("refuses an answer whose retries are none: %j", async (retry) => {
    const odd = plugin("odd", (kernel) => {
      kernel.hooks.model.encode.in.tap("odd", () => ({ provider: "demo", body: {} }));
      kernel.hooks.model.invoke.in.tap("odd", (): ModelResponse => {
        const answer = { items: [], usage: null, model: null, finish: "stop", requestId: null, retries: [retry] };
        return JSON.parse(JSON.stringify(answer));
      });
    });
    await expect((await kernelWith([odd])).turn(task())).rejects.toMatchObject({ code: "INVALID_RESULT" });
  });
});
