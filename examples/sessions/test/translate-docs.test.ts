import { describe, expect, test } from "vitest";
import { itemsOf, listOf, outputsOf, recordOf } from "./recorded.ts";

const items = itemsOf("translate-docs.jsonl");
const messages = items.filter((item) => item.type === "message");

function textOf(role: string): string {
  return messages
    .filter((message) => message.role === role)
    .flatMap((message) => listOf(message.content).map((part) => String(recordOf(part).text)))
    .join("\n");
}

function cjkShare(text: string): number {
  const letters = [...text].filter((character) => /[\p{L}\p{N}]/u.test(character));
  const cjk = letters.filter((character) =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u.test(character),
  );
  return cjk.length / letters.length;
}

describe("translate-docs", () => {
  test("has users who write in Japanese and in Chinese", () => {
    expect(cjkShare(textOf("user"))).toBeGreaterThan(0.7);
    expect(textOf("user")).toMatch(/\p{Script=Hiragana}/u);
    expect(textOf("user")).toMatch(/请先翻译/);
  });

  test("is answered in both, with English words in between", () => {
    const share = cjkShare(textOf("assistant"));
    expect(share).toBeGreaterThan(0.5);
    expect(share).toBeLessThan(0.95);
  });

  test("has tool results of which about half is Japanese or Chinese", () => {
    expect(cjkShare(outputsOf(items).join("\n"))).toBeGreaterThan(0.4);
  });

  test("has characters outside the basic plane, whole ones", () => {
    const text = JSON.stringify(items);
    expect(text).toContain("𠮷野商店");
    expect(text).toContain("📦");
    expect(text.isWellFormed()).toBe(true);
  });

  test("has arguments with blanks that JSON.stringify would not write, and that are kept", () => {
    const calls = items.filter((item) => item.type === "function_call").map((item) => String(item.arguments));
    expect(calls.length).toBeGreaterThan(20);
    for (const raw of calls) expect(raw).toMatch(/^\{ "/);
  });
});
