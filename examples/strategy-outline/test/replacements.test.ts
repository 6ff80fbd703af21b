import type { TriggerContext, UsageAnchor } from "@varve/kernel";
import { validateSchema } from "@varve/state-ajv";
import {
  agentState,
  conversation,
  keepContext,
  sectionContext,
  tapped,
  triggerContext,
  windowOf,
} from "@varve/test-builders";
import { describe, expect, test } from "vitest";
import outline from "../src/index.ts";
import { OPTIONS_SCHEMA } from "../src/options.ts";

const HOOK_POINTS = ["compaction.trigger.in", "compaction.keep.in", "compaction.summarise.in", "section.plan.in"];

describe("options", () => {
  test.each([
    [{ trigger: {} }, "compaction.trigger.in"],
    [{ keep: { newest_of: ["todo"] } }, "compaction.keep.in"],
    [{ summarise: {} }, "compaction.summarise.in"],
    [{ section: {} }, "section.plan.in"],
  ])("%j replaces %s and nothing else", async (options, hookPoint) => {
    expect(validateSchema(OPTIONS_SCHEMA, options)).toEqual([]);
    const kernel = await tapped(outline, options);
    expect(HOOK_POINTS.filter((each) => kernel.taps(each).length > 0)).toEqual([hookPoint]);
    expect(kernel.taps(hookPoint)).toEqual(["@acme/varve-outline@0"]);
  });

  test.each([{}, { keep: {} }, { keep: { newest_of: [] } }, { trigger: { fraction: 1.5 } }, { sumarise: {} }])(
    "%j is refused",
    (options) => {
      expect(validateSchema(OPTIONS_SCHEMA, options)).not.toEqual([]);
    },
  );
});

describe("the trigger", () => {
  const MINUTE = 60_000;

  async function decides(tokens: number, more: Partial<TriggerContext>, options = {}): Promise<unknown> {
    const kernel = await tapped(outline, { trigger: options });
    const estimate = { tokens, basis: "measured" } as const;
    return await kernel.call("compaction.trigger.in", triggerContext({ estimate, ...more }));
  }

  test("waits beyond the line while the provider serves most of the input from its cache", async () => {
    expect(await decides(9_000, { lastUsage: measured(8_000), lastUsageAgeMs: MINUTE })).toEqual({
      compact: false,
      reason: "9000 of 9500 tokens, as the cache is warm",
    });
    expect(await decides(9_501, { lastUsage: measured(8_000) })).toMatchObject({ compact: true });
    expect(await decides(9_000, { lastUsage: measured(8_000) }, { fraction: 0.8 })).toMatchObject({ compact: true });
  });

  test("goes by the configured line once the cache is cold, was never used, or is not known", async () => {
    const cold = { compact: true, reason: "9000 of 7500 tokens, as the cache is cold" };
    expect(await decides(9_000, { lastUsage: measured(8_000), lastUsageAgeMs: 6 * MINUTE })).toEqual(cold);
    expect(await decides(9_000, { lastUsage: measured(100), lastUsageAgeMs: MINUTE })).toEqual(cold);
    expect(await decides(9_000, { lastUsage: null })).toEqual(cold);
    const patient = await decides(
      9_000,
      { lastUsage: measured(8_000), lastUsageAgeMs: 6 * MINUTE },
      { warm_minutes: 60 },
    );
    expect(patient).toMatchObject({ compact: false });
  });

  test("never draws its line below the configured one", async () => {
    expect(await decides(7_000, { lastUsage: measured(8_000) }, { fraction: 0.1 })).toMatchObject({ compact: false });
  });
});

function measured(cachedTokens: number): UsageAnchor {
  const usage = { inputTokens: 8_500, cachedTokens, cacheWriteTokens: 0, outputTokens: 20, reasoningTokens: 0 };
  return { usage, model: null, countedTokens: 8_500, compactions: 0, atMs: null };
}

describe("what is kept", () => {
  const talk = conversation()
    .exchange("todo", {}, "old list")
    .exchange("grep", {}, "a.ts:1")
    .exchange("todo", {}, "new list")
    .user("Go on.");

  test("pins the newest result of each named tool, and leaves sections as they were declared", async () => {
    const kernel = await tapped(outline, { keep: { newest_of: ["todo", "notes"] } });
    const answer = await kernel.call(
      "compaction.keep.in",
      keepContext({
        window: windowOf(talk),
        state: agentState({ history: talk.entries() }),
        sections: [
          { id: "task", survives: "essential", tokens: 10 },
          { id: "scratch", survives: "folded", tokens: 10 },
          { id: "state_summary", survives: "kept", tokens: 10 },
        ],
      }),
    );
    expect(answer).toEqual({ sections: ["task", "state_summary"], pins: ["e6"], reason: "pins the newest todo" });
  });
});

describe("the plan section", () => {
  async function rendered(data: object, options = {}): Promise<unknown> {
    const kernel = await tapped(outline, { section: options });
    return await kernel.call("section.plan.in", sectionContext("plan", { state: { ...agentState(), data } }));
  }

  const plan = {
    steps: [
      { text: "Read", status: "done" },
      { text: "Guess", status: "dropped" },
      { text: "Mend", status: "in_progress" },
      { text: "Test", status: "pending" },
      { text: "Write", status: "pending" },
    ],
    note: "No new dependency.",
  };

  test("shows what is ahead and counts what is behind", async () => {
    expect(await rendered({ plan }, { ahead: 2 })).toBe(
      "# Plan: 2 of 5 steps are behind us\n- now: Mend\n- Test\n- then 1 more\nNo new dependency.",
    );
  });

  test("leaves a plan that is not there or has no steps to the default", async () => {
    expect(await rendered({})).toBeUndefined();
    expect(await rendered({ plan: { steps: [] } })).toBeUndefined();
    expect(await rendered({ plan: "soon" })).toBeUndefined();
  });
});
