import { ExecutorError, type HistoryEntry, InvalidCompactionError, type SummariseContext } from "@varve/kernel";
import { conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { failure, longTalk, oldest, stateOf, summariser, TIGHT } from "./long-tasks.ts";
import { kernelWith, plugin } from "./minimal-kernel.ts";

describe("a compaction that goes wrong", () => {
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
});
