import {
  type HistoryEntry,
  type InputItem,
  isJsonObject,
  plainText,
  type Replacement,
  type SummariseContext,
} from "@varve/kernel";
import { agentState, type Conversation, conversation, limits, summariseContext, tapped } from "@varve/test-builders";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import plugin, { type ClearOptions } from "../src/index.ts";

const count = async (content: string | InputItem) => Math.ceil(JSON.stringify(content).length / 4);

async function cleared(context: SummariseContext, options: ClearOptions = { keep_newest: 1 }) {
  const result: unknown = await (await tapped(plugin, options, { count })).call("compaction.summarise.in", context);
  if (result === undefined) return null;
  if (!isJsonObject(result) || !Array.isArray(result.replacement) || !Array.isArray(result.removes))
    throw new Error("no result");
  const replacement: readonly Replacement[] = result.replacement;
  return {
    removes: result.removes,
    replacement,
    texts: replacement.map(({ item }) => plainText(item)),
    reason: result.reason,
  };
}

/** Some exchanges, each with a result of about 1,000 tokens. */
function talk(exchanges = 5): Conversation {
  const given = conversation().user("go");
  for (let number = 0; number < exchanges; number += 1)
    given.exchange("read", { number }, `line of file ${number} `.repeat(230));
  return given;
}

/** The context of a window that is over a line of 4,000 tokens and should come down to 2,000. */
function context(given: Conversation, more: Partial<SummariseContext> = {}): SummariseContext {
  return summariseContext(given, {
    state: agentState({ history: given.entries() }),
    limits: limits({ triggerTokens: 4_000, targetTokens: 2_000, budgetTokens: 5_000 }),
    ...more,
  });
}

describe("clearing old tool results", () => {
  it("masks the oldest in their places, until the target is reached, and leaves the newest", async () => {
    const { removes, replacement } = (await cleared(context(talk()))) ?? {};
    expect(removes).toEqual(["e3", "e5", "e7", "e9"]);
    expect(replacement?.map(({ replaces }) => replaces)).toEqual(removes);
    expect(replacement?.every(({ item }) => item.kind === "tool_result")).toBe(true);
    expect((await cleared(context(talk()), { keep_newest: 2, least_freed: 0 }))?.removes ?? []).not.toContain("e9");
  });

  it("stops as soon as the target is reached: what is newer stays", async () => {
    const roomy = limits({ triggerTokens: 4_000, targetTokens: 3_500 });
    expect((await cleared(context(talk(), { limits: roomy })))?.removes).toEqual(["e3", "e5"]);
  });

  it("fault 87: the placeholder says what stood there, that it was read, and how to get it back without the call", async () => {
    const [first] = (await cleared(context(talk())))?.texts ?? [];
    expect(first).toMatch(/^\[The result of read stood here and was read: \d+ characters, \d+ tokens\./);
    expect(first).toContain("kept as entry e3 in record task-1/c1");
    expect(first).toContain("Do not call read again only to see it");
    expect(first).toContain('{"entry": "e3"}');
    const hinted = await cleared(context(talk()), { keep_newest: 1, recall_hint: "Ask the archive." });
    expect(hinted?.texts[0]).toContain("Ask the archive.");
  });

  it("keeps the call's id and whether the tool had failed", async () => {
    const given = talk(3);
    const history = given
      .entries()
      .map(
        (entry): HistoryEntry =>
          entry.item.kind === "tool_result" ? { ...entry, item: { ...entry.item, isError: true } } : entry,
      );
    const result = await cleared(
      context(given, { state: agentState({ history }), limits: limits({ triggerTokens: 2_500, targetTokens: 1_500 }) }),
    );
    const [before] = history.flatMap(({ item }) => (item.kind === "tool_result" ? [item] : []));
    expect(result?.replacement[0]?.item).toMatchObject({ callId: before?.callId, isError: true });
  });

  it("leaves the results of chosen tools, small ones, and what it has masked already", async () => {
    expect(await cleared(context(talk()), { keep_newest: 1, exclude_tools: ["read"] })).toBeNull();
    expect(await cleared(context(talk()), { keep_newest: 1, least_result_tokens: 5_000 })).toBeNull();
    const history = talk()
      .entries()
      .map((entry): HistoryEntry => ({ ...entry, made: "replacement" }));
    expect(await cleared(context(talk(), { state: agentState({ history }) }))).toBeNull();
  });

  it("masks long arguments where it is told to, as JSON, and never of a call that was reasoned about", async () => {
    const long = { content: "x".repeat(2_000) };
    const given = conversation()
      .user("go")
      .exchange("write", long, "ok")
      .item({ kind: "reasoning", summary: ["hm"], provider: "p" });
    given.exchange("write", long, "ok").exchange("write", long, "ok").exchange("ls", {}, "a.ts");
    const options = { keep_newest: 1, arguments_above_tokens: 100, least_freed: 0 };
    const tight = limits({ triggerTokens: 2_400, targetTokens: 500 });
    const result = await cleared(context(given, { limits: tight }), options);
    expect(result?.removes).toEqual(["e2", "e7"]);
    const [call] = result?.replacement ?? [];
    if (call?.item.kind !== "tool_call") throw new Error("no call");
    expect(JSON.parse(call.item.arguments)).toMatchObject({
      removed: expect.stringContaining("The arguments of write stood here"),
    });
  });

  it("passes on where it would not free enough, so that the next executor summarises", async () => {
    expect(await cleared(context(talk(5)), { keep_newest: 4 })).toBeNull();
    expect(await cleared(context(talk(5)), { keep_newest: 1, least_freed: 1 })).toBeNull();
    expect(await cleared(context(conversation().user("only words ".repeat(3_000)).user("on")))).toBeNull();
  });

  it("passes on where a section is to be folded", async () => {
    expect(await cleared(context(talk(), { folded: [{ section: "notes", text: "Remember." }] }))).toBeNull();
  });

  it("never masks anything twice, never the newest, and always makes the window smaller", async () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 0, max: 4 }), async (lengths, newest) => {
        const given = conversation().user("go");
        for (const [number, length] of lengths.entries())
          given.exchange("read", { number }, "word ".repeat(length / 5));
        const result = await cleared(context(given), { keep_newest: newest, least_freed: 0 });
        if (result === null) return;
        const results = given.entries().filter(({ item }) => item.kind === "tool_result");
        const kept = results.slice(Math.max(0, results.length - newest)).map(({ id }) => id);
        expect(new Set(result.removes).size).toBe(result.removes.length);
        for (const id of kept) expect(result.removes).not.toContain(id);
        for (const { item, replaces } of result.replacement) {
          const before = given.entries().find(({ id }) => id === replaces);
          expect(await count(item)).toBeLessThan(before === undefined ? 0 : await count(before.item));
        }
      }),
      { numRuns: 300 },
    );
  });
});
