import {
  type InputItem,
  isJsonObject,
  type ModelResponse,
  message,
  plainText,
  type SummariseContext,
  type Window,
} from "@varve/kernel";
import { agentState, type Conversation, conversation, limits, summariseContext, tapped } from "@varve/test-builders";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { namesIn } from "../src/extract.ts";
import { type Fact, factOf, SECTIONS } from "../src/fact.ts";
import plugin, { AnchoredError, type AnchoredOptions } from "../src/index.ts";
import { factsIn, summaryText } from "../src/summary-text.ts";
import { updated } from "../src/update.ts";

const count = async (content: string | InputItem) =>
  Math.ceil((typeof content === "string" ? content : plainText(content)).length / 4);

type Answer = string | Partial<ModelResponse>;

async function anchored(options?: AnchoredOptions, answers: readonly Answer[] = []) {
  const asked: Window[] = [];
  const plug = await tapped(plugin, options, {
    count,
    ask: async (window) => {
      const next = answers[asked.length] ?? "";
      asked.push(window);
      const words = typeof next === "string" ? next : "";
      const usage = { inputTokens: 100, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 10, reasoningTokens: 0 };
      const answer = {
        items: [message("assistant", words)],
        usage,
        model: "m",
        finish: "stop",
        requestId: "req_1",
      } as const;
      return typeof next === "string" ? answer : { ...answer, ...next };
    },
  });
  return {
    asked,
    async summarise(context: SummariseContext) {
      const result: unknown = await plug.call("compaction.summarise.in", context);
      if (result === undefined) return null;
      if (!isJsonObject(result) || typeof result.summary !== "string") throw new Error("no summary");
      return { summary: result.summary, facts: factsIn(result.summary), result };
    },
  };
}

const ROOM = limits({ targetTokens: 20_000, windowTokens: 50_000 });

function talk(): Conversation {
  return conversation()
    .user("Mend the import of March.")
    .exchange("read_file", { path: "src/import.ts" }, "function parseRows(file) { … }\nport 5433")
    .exchange("run", { script: "import" }, "TypeError: cannot read properties of undefined\nexit 1")
    .assistant("I will keep parseRows because the other callers need it. Is March the only month?")
    .user("Yes.");
}

const context = (given = talk(), more: Partial<SummariseContext> = {}) =>
  summariseContext(given, { limits: ROOM, state: agentState({ history: given.entries() }), ...more });

const textsOf = (facts: readonly Fact[], section: Fact["section"]) =>
  facts.filter((fact) => fact.section === section).map(({ text, entries }) => `${text} [${entries.join(", ")}]`);

describe("facts by patterns", () => {
  it("each names the entries that it came from", async () => {
    const { facts } = (await (await anchored()).summarise(context())) ?? { facts: [] };
    expect(textsOf(facts, "Requests")).toEqual(["Mend the import of March. [e1]", "Yes. [e7]"]);
    expect(textsOf(facts, "Decisions")).toEqual(["I will keep parseRows because the other callers need it. [e6]"]);
    expect(textsOf(facts, "Errors")).toEqual(["TypeError: cannot read properties of undefined [e5]"]);
    expect(textsOf(facts, "Open questions")).toEqual(["Is March the only month? [e6]"]);
    expect(textsOf(facts, "Files and identifiers").join()).toContain("src/import.ts");
    expect(textsOf(facts, "Files and identifiers").join()).toContain("parseRows");
  });

  it("is the same for the same input, and asks no model", async () => {
    const run = async () => {
      const { asked, summarise } = await anchored();
      return [(await summarise(context()))?.summary, asked.length];
    };
    expect(await run()).toEqual(await run());
    expect((await run())[1]).toBe(0);
  });

  it("fault 17: what is there is kept as it was, word for word, and new facts come behind; only the newest step counts", async () => {
    const { summarise } = await anchored();
    const first = await summarise(context());
    const later = conversation().assistant("I will use MAX_RETRIES. Next I run the tests.").user("Good.");
    const second = await summarise(context(later, { previousSummary: first?.summary ?? null }));
    const before = textsOf(first?.facts ?? [], "Decisions");
    expect(textsOf(second?.facts ?? [], "Decisions").slice(0, before.length)).toEqual(before);
    expect(second?.summary).toContain("MAX_RETRIES");
    expect(textsOf(second?.facts ?? [], "Next step")).toHaveLength(1);
    const third = await summarise(context(conversation().user("On."), { previousSummary: second?.summary ?? null }));
    for (const words of ["src/import.ts", "parseRows", "TypeError", "MAX_RETRIES"])
      expect(third?.summary).toContain(words);
  });

  it("does not name twice what is named", async () => {
    const { summarise } = await anchored();
    const first = await summarise(context());
    const again = await summarise(context(talk(), { previousSummary: first?.summary ?? null }));
    expect(again?.summary.split("src/import.ts")).toHaveLength(first?.summary.split("src/import.ts").length ?? 0);
  });

  it("carries another plugin's summary forward, line by line", async () => {
    const { summarise } = await anchored();
    const result = await summarise(
      context(talk(), { previousSummary: "## Goal\nThe colour is #1f6feb.\n- and it is late" }),
    );
    expect(result?.summary).toContain("The colour is #1f6feb.");
    expect(result?.summary).toContain("and it is late");
  });

  it("takes what folded sections said", async () => {
    const result = await (await anchored()).summarise(
      context(talk(), { folded: [{ section: "notes", text: "Call it v2." }] }),
    );
    expect(result?.summary).toContain("Section notes said: Call it v2.");
  });

  it("stays within its room, keeps the newest of each section, and says what had none", async () => {
    const given = conversation();
    for (let number = 0; number < 60; number += 1) {
      given
        .user(`Request ${number}: look at src/file-${number}.ts`)
        .assistant(`I will change file ${number} because it is old.`);
    }
    const { summarise } = await anchored({ max_tokens: 800 });
    const result = await summarise(context(given));
    expect(await count(result?.summary ?? "")).toBeLessThan(850);
    expect(result?.summary).toContain("Request 59");
    expect(result?.summary).toContain("I will change file 59");
    expect(result?.summary).toMatch(/\d+ older lines had no room/);
  });

  it.each(["ok", "a/", "1,", "a.b-"])(
    "fault 29: one line of a million characters, %j over and over, takes no time",
    (unit) => {
      const line = unit.repeat(1_000_000 / unit.length);
      const begun = performance.now();
      expect(namesIn(`see src/import.ts ${line} and port 8443`)).toSatisfy(
        (names: readonly string[]) => names.includes("src/import.ts") && names.includes("8443") && names.length < 4,
      );
      expect(performance.now() - begun).toBeLessThan(1_000);
    },
  );

  it("passes on where there is nothing to say", async () => {
    const nothing = conversation().call("a", {}, "1").result("ok", "1");
    expect(await (await anchored()).summarise(context(nothing))).toBeNull();
  });
});

describe("the form of a summary", () => {
  it("is read again as it was written, whatever the facts say", () => {
    const line = fc.string({ unit: "grapheme", minLength: 1, maxLength: 80 });
    const fact = fc
      .record({
        section: fc.constantFrom(...SECTIONS),
        text: line,
        entries: fc.uniqueArray(
          fc.integer({ min: 1, max: 99 }).map((n) => `e${n}`),
          { maxLength: 3 },
        ),
      })
      .map(({ section, text, entries }) => factOf(section, text, entries))
      .filter((each) => each !== null && !/\[e\d+(?:, e\d+)*\]$/.test(each.text));
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 20 }), (facts) => {
        const given = SECTIONS.flatMap((section) => facts.flatMap((each) => (each?.section === section ? [each] : [])));
        expect(factsIn(summaryText(given))).toEqual(given);
      }),
      { numRuns: 500 },
    );
  });

  it("a fact that comes again changes nothing", () => {
    const facts = [factOf("Decisions", "Keep it.", ["e1"])].flatMap((fact) => fact ?? []);
    expect(updated(facts, facts)).toEqual(facts);
  });
});

describe("facts asked of the model", () => {
  const fact = (section: string, text: string, ...entries: readonly string[]) => ({ section, text, entries });
  const answer = (facts: readonly object[], obsolete: readonly number[] = []) => JSON.stringify({ facts, obsolete });

  it("are new ones alone, with their sources; notes that no longer hold are taken out by number", async () => {
    const previousSummary = summaryText([
      { section: "Decisions", text: "Use port 5432.", entries: ["e1"] },
      { section: "Decisions", text: "Keep parseRows.", entries: ["e2"] },
    ]);
    const { summarise, asked } = await anchored({ facts: "asked" }, [
      answer([fact("Decisions", "Use port 5433.", "e3")], [1]),
    ]);
    const result = await summarise(context(talk(), { previousSummary }));
    expect(textsOf(result?.facts ?? [], "Decisions")).toEqual(["Keep parseRows. [e2]", "Use port 5433. [e3]"]);
    expect(result?.result).toMatchObject({
      usage: { inputTokens: 100 },
      reason: "2 facts, asked of the model in one call",
    });
    const shown = asked[0]?.input.map(({ item }) => plainText(item)).join("\n") ?? "";
    for (const words of ["1. Decisions: Use port 5432.", "[e3, tool_result]", "src/import.ts", "untrusted source"])
      expect(shown).toContain(words);
  });

  it("entries that are not there are taken out, and a fact without any is none", async () => {
    const { summarise } = await anchored({ facts: "asked" }, [
      answer([fact("Errors", "It fails.", "e5", "e99"), fact("Errors", "Made up.", "e77")]),
    ]);
    expect(textsOf((await summarise(context()))?.facts ?? [], "Errors")).toEqual(["It fails. [e5]"]);
  });

  it.each([
    ["{oops", "not_json"],
    ['{"facts": "none"}', "not_json"],
    ["", "not_json"],
    [answer([fact("Errors", "Made up.", "e77")]), "no_facts"],
    [answer([fact("Nonsense", "x", "e1")]), "no_facts"],
  ])(
    "fault 14: an answer %j is asked for once more, and then refused as %s with what it cost",
    async (words, fault) => {
      const good = answer([fact("Errors", "It fails.", "e5")]);
      expect((await (await anchored({ facts: "asked" }, [words, good])).summarise(context()))?.summary).toContain(
        "It fails.",
      );
      const { summarise, asked } = await anchored({ facts: "asked" }, [words, words]);
      const error: unknown = await summarise(context()).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(AnchoredError);
      expect(error).toMatchObject({ code: "SUMMARY", fault, requestId: "req_1", usage: { inputTokens: 200 } });
      expect(asked).toHaveLength(2);
    },
  );

  it("fault 16: what is larger than the window is asked for in parts that fit, each on top of the facts so far", async () => {
    const given = conversation().user("go");
    for (let part = 0; part < 4; part += 1) given.exchange("read", { part }, `line ${part} of it `.repeat(3_000));
    const small = limits({ targetTokens: 4_000, windowTokens: 8_192 });
    const answers = Array.from({ length: 60 }, (_, index) =>
      answer([fact("Decisions", `Part ${index} is read.`, "e1", "e2", "e3", "e5", "e7", "e9")]),
    );
    const { summarise, asked } = await anchored({ facts: "asked" }, answers);
    const result = await summarise(context(given, { limits: small }));
    expect(asked.length).toBeGreaterThan(4);
    for (const { input, instructions } of asked) {
      const tokens =
        (await count(instructions)) +
        (await Promise.all(input.map(({ item }) => count(item)))).reduce((a, b) => a + b, 0);
      expect(tokens).toBeLessThan(8_192 - 2_000);
    }
    expect(result?.summary).toContain("Part 0 is read.");
    expect(result?.summary).toContain(`Part ${asked.length - 1} is read.`);
  });

  it("a window that leaves no room is refused before anything is asked", async () => {
    const { summarise, asked } = await anchored({ facts: "asked" });
    await expect(summarise(context(talk(), { limits: limits({ windowTokens: 2_000 }) }))).rejects.toMatchObject({
      fault: "no_room",
    });
    expect(asked).toEqual([]);
  });

  it("an abort ends it before the next call", async () => {
    const { summarise, asked } = await anchored({ facts: "asked" });
    await expect(summarise(context(talk(), { signal: AbortSignal.abort() }))).rejects.toMatchObject({
      code: "ABORTED",
    });
    expect(asked).toEqual([]);
  });
});
