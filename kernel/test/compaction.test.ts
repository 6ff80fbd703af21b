import {
  append,
  complete,
  type HistoryEntry,
  InvalidResultError,
  NoProgressError,
  type SummariseContext,
} from "@varve/kernel";
import { conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { failure, longTalk, oldest, pairsOf, stateOf, summariser, TIGHT } from "./long-tasks.ts";
import { kernelWith, plugin } from "./minimal-kernel.ts";

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
