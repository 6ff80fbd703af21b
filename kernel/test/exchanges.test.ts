import { type EntryId, Exchanges, type HistoryEntry, Pairs } from "@varve/kernel";
import { type Conversation, conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { chooseCut, type Wanted } from "../src/compaction/cut.ts";

function divided(talk: Conversation): string {
  return new Exchanges(new Pairs())
    .of(talk.entries())
    .map(({ entries }) => entries.map(({ id }) => id.slice(1)).join(""))
    .join(" ");
}

const HALF = { leastTokens: 0, targetTokens: 0, tokensOf: (entries: readonly HistoryEntry[]) => entries.length };

function cut(history: readonly HistoryEntry[], pins: readonly string[] = [], wanted: Wanted = HALF): string | null {
  const all = new Exchanges(new Pairs());
  const kept = new Set<EntryId>(history.filter(({ id }) => pins.includes(id)).map(({ id }) => id));
  for (const { id } of all.protectedEntries(history)) kept.add(id);
  return (
    chooseCut(all.of(history), kept, wanted)
      ?.removed.map(({ id }) => id.slice(1))
      .join("") ?? null
  );
}

describe("the division into exchanges", () => {
  it("holds a call and its result together, and everything between them", () => {
    expect(divided(conversation().user("a").call("x").result("y").assistant("b"))).toBe("1 23 4");
    expect(divided(conversation().call("x").user("wait").result("y").user("b"))).toBe("123 4");
  });

  it("fault 5: holds parallel calls together, in any order of results", () => {
    const orders = [
      ["call_1", "call_2"],
      ["call_2", "call_1"],
    ];
    for (const [first, second] of orders) {
      expect(divided(conversation().call("a").call("b").result("r", first).result("r", second).user("x"))).toBe(
        "1234 5",
      );
    }
  });

  it("fault 6: holds reasoning with the items of the answer that it belongs to", () => {
    expect(
      divided(conversation().user("a").reasoning("r").call("x").result("y").reasoning("r").assistant("b").user("c")),
    ).toBe("1 234 56 7");
    expect(divided(conversation().reasoning("r").assistant("b").call("x").call("y").result("1").result("2"))).toBe(
      "123456",
    );
  });

  it("divides exchanges of the same call id from each other", () => {
    expect(divided(conversation().call("a", {}, "call_0").result("1").call("a", {}, "call_0").result("2"))).toBe(
      "12 34",
    );
  });
});

describe("the cut", () => {
  it("fault 1: moves off the middle of a pair", () => {
    expect(cut(conversation().user("old").call("a").result("r").user("new").entries())).toBe("1");
    expect(cut(conversation().call("a").result("r").user("x").call("b").result("r").user("new").entries())).toBe("123");
  });

  it("takes the oldest half by entries where a boundary lies there", () => {
    const talk = conversation();
    for (let number = 0; number < 10; number += 1) talk.user(`message ${number}`);
    expect(cut(talk.entries())).toBe("12345");
  });

  it("goes on to the target where the half would leave the window over the line, and only then", () => {
    const talk = conversation();
    for (let number = 0; number < 9; number += 1) talk.user(`message ${number}`);
    expect(cut(talk.entries(), [], { ...HALF, leastTokens: 4, targetTokens: 7 })).toBe("1234");
    expect(cut(talk.entries(), [], { ...HALF, leastTokens: 6, targetTokens: 7 })).toBe("1234567");
    expect(cut(talk.entries(), [], { ...HALF, leastTokens: 90, targetTokens: 99 })).toBe("12345678");
  });

  it("fault 54: cuts inside one long turn, between exchanges, and keeps the request", () => {
    const talk = conversation().user("do it all");
    for (let number = 0; number < 300; number += 1) talk.exchange("step", { number }, "done");
    const removed = cut(talk.entries());
    expect(removed?.startsWith("23")).toBe(true);
  });

  it("fault 19: never takes the request being worked on, also where it lies in the oldest half", () => {
    const talk = conversation().user("old").assistant("ok").user("current");
    for (let number = 0; number < 10; number += 1) talk.exchange("step", { number }, "done");
    expect(cut(talk.entries())?.startsWith("1245")).toBe(true);
  });

  it("fault 3: never takes an open call", () => {
    expect(
      cut(
        conversation()
          .user("a")
          .call("x", {}, "open")
          .call("y", {}, "done")
          .result("r", "done")
          .user("b")
          .user("c")
          .user("d")
          .entries(),
      ),
    ).toBe("1");
  });

  it("keeps the whole exchange of a pinned result", () => {
    expect(cut(conversation().call("a").result("r").user("x").user("y").user("z").user("new").entries(), ["e2"])).toBe(
      "3",
    );
  });

  it("fault 51: returns nothing where no boundary removes anything, instead of a cut that is not safe", () => {
    expect(cut(conversation().user("only").call("a").call("b").result("1").result("2").entries())).toBeNull();
    expect(cut([])).toBeNull();
  });
});
