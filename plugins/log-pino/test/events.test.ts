import { freeze, message } from "@varve/kernel";
import { agentState, compactionRecord, conversation, entry, windowOf } from "@varve/test-builders";
import { describe, expect, test } from "vitest";
import { FACTS, logging } from "./lines.ts";

const PRIVATE = "what the user said in private";
const talk = conversation().user(PRIVATE).exchange("grep", { pattern: PRIVATE }, PRIVATE);
const state = agentState({ history: talk.entries(), summary: { text: PRIVATE } });
const decision = { operation: "compaction.approve", plugin: "acme", answer: "no", reason: "too dear" } as const;
const record = compactionRecord(2, {
  removed: talk.entries().map((each, index) => ({ index, entry: each })),
  inserted: [{ index: 0, entry: entry(9, message("user", PRIVATE)) }],
  folded: [{ section: "notes", digest: "d", text: PRIVATE }],
  summaryAfter: { text: PRIVATE },
  decisions: [{ ...decision, answer: "yes" }],
});
const usage = { inputTokens: 900, cachedTokens: 800, cacheWriteTokens: 0, outputTokens: 20, reasoningTokens: 5 };

/** Every event, with the facts that are logged of it and its level as pino counts them. */
const EVENTS = [
  {
    event: "assembled",
    told: { window: windowOf(talk, { tokens: 70, estimate: { tokens: 80, basis: "measured" } }), state },
    level: 20,
    facts: { tokens: 80, basis: "measured", countedTokens: 70, items: 3, entries: 3, tools: 0, sections: 0 },
  },
  { event: "decided", told: { decision }, level: 20, facts: { ...decision } },
  { event: "compacting", told: { reason: "budget", tokens: 80 }, level: 20, facts: { reason: "budget", tokens: 80 } },
  {
    event: "compacted",
    told: { record, state },
    level: 30,
    facts: {
      record: "task-1/c2",
      reason: "budget",
      tokensBefore: 1_000,
      tokensAfter: 400,
      uncachedTokens: 300,
      removed: 3,
      inserted: 1,
      markedPast: 0,
      folded: ["notes"],
      plugins: ["compaction.approve acme"],
      usage: null,
    },
  },
  { event: "refused", told: { proposal: record, decision }, level: 40, facts: { record: "task-1/c2", decision } },
  {
    event: "prefixChanged",
    told: { section: "system_prompt", offset: 12, before: PRIVATE, after: PRIVATE },
    level: 40,
    facts: { section: "system_prompt", offset: 12 },
  },
  {
    event: "toolsHeld",
    told: { missing: ["grep"], added: [], changed: ["ls"] },
    level: 40,
    facts: { missing: ["grep"], added: [], changed: ["ls"] },
  },
  {
    event: "invoked",
    told: {
      purpose: "turn",
      plugin: "@varve/model-openai",
      response: { items: talk.items, usage, model: "m-1", finish: "stop", requestId: "req_1" },
    },
    level: 20,
    facts: {
      purpose: "turn",
      plugin: "@varve/model-openai",
      model: "m-1",
      finish: "stop",
      requestId: "req_1",
      usage,
      items: 3,
    },
  },
] as const;

describe("every event is one line", () => {
  test.each(EVENTS)("$event", async ({ event, told, level, facts }) => {
    const { plugin, lines } = await logging("debug");
    plugin.tell(event, freeze({ ...FACTS, ...told }));
    expect(lines()).toMatchObject([{ level, msg: `varve.${event}`, ...FACTS, ...facts }]);
  });

  test.each(EVENTS)("$event never shows what was said, called, answered or summarised", async ({ event, told }) => {
    const { plugin, lines } = await logging("debug");
    plugin.tell(event, freeze({ ...FACTS, ...told }));
    expect(lines()).toHaveLength(1);
    expect(JSON.stringify(lines())).not.toContain("private");
  });
});

describe("the level", () => {
  const tellAll = async (level?: Parameters<typeof logging>[0]) => {
    const { plugin, lines } = await logging(level);
    for (const { event, told } of EVENTS) plugin.tell(event, { ...FACTS, ...told });
    return lines().map(({ msg }) => msg);
  };

  test("is info where nothing is said", async () => {
    expect(await tellAll()).toEqual(["varve.compacted", "varve.refused", "varve.prefixChanged", "varve.toolsHeld"]);
  });

  test("leaves out what lies below it", async () => {
    expect(await tellAll("warn")).toEqual(["varve.refused", "varve.prefixChanged", "varve.toolsHeld"]);
    expect(await tellAll("silent")).toEqual([]);
    expect(await tellAll("trace")).toHaveLength(EVENTS.length);
  });
});
