import type { Window, WindowItem } from "@varve/kernel";
import { message, text } from "@varve/kernel";
import { conversation, windowOf } from "@varve/test-builders";
import { describe, expect, test } from "vitest";
import { PrefixMeter } from "../src/cached-share.ts";

const STATIC_TOKENS = 100;

function windowWith(input: readonly WindowItem[], more: Partial<Window> = {}): Window {
  const tokens = input.reduce((sum, each) => sum + each.tokens, STATIC_TOKENS);
  return windowOf(conversation(), { input, tokens, ...more });
}

const itemOf = (words: string, tokens: number): WindowItem => ({
  item: message("user", words),
  tokens,
  stability: "turn",
  sections: ["history"],
});

describe("the share of a request that is cached", () => {
  test("nothing of the first request is", () => {
    expect(new PrefixMeter().cachedTokens(windowWith([itemOf("a", 10)]))).toBe(0);
  });

  test("of a request that only adds, everything before is", () => {
    const meter = new PrefixMeter();
    const [a, b] = [itemOf("a", 10), itemOf("b", 20)];
    meter.cachedTokens(windowWith([a]));
    expect(meter.cachedTokens(windowWith([a, b]))).toBe(STATIC_TOKENS + 10);
    expect(meter.cachedTokens(windowWith([a, b]))).toBe(STATIC_TOKENS + 30);
  });

  test("what stands behind the first difference is not, even where it is the same again", () => {
    const meter = new PrefixMeter();
    const [a, b, c, d] = [itemOf("a", 10), itemOf("b", 20), itemOf("c", 40), itemOf("d", 80)];
    meter.cachedTokens(windowWith([a, b, d]));
    expect(meter.cachedTokens(windowWith([a, c, d]))).toBe(STATIC_TOKENS + 10);
  });

  test("an equal item is cached, whichever object it is", () => {
    const meter = new PrefixMeter();
    meter.cachedTokens(windowWith([itemOf("a", 10)]));
    expect(meter.cachedTokens(windowWith([itemOf("a", 10)]))).toBe(STATIC_TOKENS + 10);
  });

  test("other instructions, or other tools, leave nothing", () => {
    const a = itemOf("a", 10);
    const meter = new PrefixMeter();
    meter.cachedTokens(windowWith([a]));
    expect(meter.cachedTokens(windowWith([a], { instructions: "Be brief." }))).toBe(0);
    expect(
      meter.cachedTokens(windowWith([a], { instructions: "Be brief.", tools: [{ name: "ls", parameters: {} }] })),
    ).toBe(0);
    expect(
      meter.cachedTokens(windowWith([a], { instructions: "Be brief.", tools: [{ name: "ls", parameters: {} }] })),
    ).toBe(110);
  });

  test("of a message of sections, those before the first that changed are", () => {
    const sectionsItem = (plan: string): WindowItem => ({
      item: { kind: "message", role: "developer", parts: [text("the task"), text(plan)] },
      tokens: 30,
      stability: "task",
      sections: ["task", "plan"],
    });
    const sections = (["task", "plan"] as const).map((id) => ({
      id,
      stability: "task" as const,
      place: "input" as const,
      tokens: id === "task" ? 12 : 18,
      plugins: [],
      text: null,
      entries: 0,
    }));
    const meter = new PrefixMeter();
    meter.cachedTokens(windowWith([sectionsItem("first"), itemOf("a", 10)], { sections }));
    expect(meter.cachedTokens(windowWith([sectionsItem("second"), itemOf("a", 10)], { sections }))).toBe(
      STATIC_TOKENS + 12,
    );
  });
});
