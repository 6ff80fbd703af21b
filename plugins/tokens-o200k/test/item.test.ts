import { canonicalJson, type FilePart, type InputItem, message, text } from "@varve/kernel";
import { callContext, tapped } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import tokensO200k, { countItem, countText, ITEM_OVERHEAD } from "../src/index.ts";
import { png } from "./images.ts";

function file(mediaType: string, bytes: Buffer, name?: string): InputItem {
  const source = { kind: "base64", mediaType, data: bytes.toString("base64") } as const;
  const part: FilePart = name === undefined ? { kind: "file", source } : { kind: "file", source, name };
  return { kind: "message", role: "user", parts: [part] };
}

describe("the hook point", () => {
  it("counts a text as it is, and an item as the provider would", async () => {
    const plugin = await tapped(tokensO200k, undefined);
    const item = message("user", "Count me.");
    const ask = (content: string | InputItem) =>
      plugin.call("tokens.count.in", { ...callContext(), content, model: "gpt-6.1-sol" });
    expect(await ask("Count me.")).toBe(countText("Count me."));
    expect(await ask(item)).toBe(countText("Count me.") + ITEM_OVERHEAD.message);
    expect(await ask("")).toBe(0);
    expect(plugin.taps("tokens.count.in")).toEqual(["@varve/tokens-o200k@1000"]);
  });

  it("counts images at the rate of the model that is asked about", async () => {
    const plugin = await tapped(tokensO200k, undefined);
    const source = { kind: "base64", mediaType: "image/png", data: png(1_024, 1_024) } as const;
    const content: InputItem = { kind: "message", role: "user", parts: [{ kind: "image", source, detail: "high" }] };
    const ask = (model: string | null) => plugin.call("tokens.count.in", { ...callContext(), content, model });
    expect(await ask("gpt-4o")).toBe(765 + ITEM_OVERHEAD.message);
    expect(await ask("gpt-5.4")).toBe(1_229 + ITEM_OVERHEAD.message);
  });
});

describe("items", () => {
  it("counts a call's name and its arguments as the model wrote them", () => {
    const args = '{ "b" : 1,"a":2 }';
    expect(countItem({ kind: "tool_call", callId: "call_1", name: "grep", arguments: args }, null)).toBe(
      countText("grep") + countText(args) + ITEM_OVERHEAD.tool_call,
    );
  });

  it("counts every part of a result, data as its canonical JSON", () => {
    const data = { b: [1, 2], a: "x" };
    const item: InputItem = { kind: "tool_result", callId: "c", parts: [text("two parts"), { kind: "data", data }] };
    expect(countItem(item, null)).toBe(
      countText("two parts") + countText(canonicalJson(data)) + ITEM_OVERHEAD.tool_result,
    );
  });

  it("counts an item without content as its marks alone", () => {
    expect(countItem({ kind: "message", role: "assistant", parts: [] }, null)).toBe(ITEM_OVERHEAD.message);
  });

  it("counts what reasoning holds, not the base64 that it is sealed in", () => {
    const encrypted = Buffer.alloc(4_650).toString("base64");
    const sealed: InputItem = { kind: "reasoning", summary: ["for people"], encrypted, provider: "openai" };
    expect(countItem(sealed, null)).toBe(1_000 + ITEM_OVERHEAD.reasoning);
    const open: InputItem = { kind: "reasoning", summary: ["first", "second"], provider: "openai" };
    expect(countItem(open, null)).toBe(countText("first\nsecond") + ITEM_OVERHEAD.reasoning);
  });

  it("counts an opaque item by its canonical JSON, and what is sealed in it like reasoning", () => {
    const open: InputItem = { kind: "opaque", provider: "openai", data: { type: "x", n: 1 } };
    expect(countItem(open, null)).toBe(countText('{"n":1,"type":"x"}') + ITEM_OVERHEAD.opaque);
    const encrypted_content = Buffer.alloc(40_650).toString("base64");
    const sealed: InputItem = { kind: "opaque", provider: "openai", data: { type: "compaction", encrypted_content } };
    expect(countItem(sealed, null)).toBe(10_000 + countText('{"type":"compaction"}') + ITEM_OVERHEAD.opaque);
  });
});

describe("files", () => {
  it("fault 8: a text file is counted by its own rate of tokens, not by its base64", () => {
    const body = "timestamp,level,message\n2026-01-05T10:00:00Z,warn,disk 91 % full\n".repeat(3_000);
    const tokens = countItem(file("text/csv", Buffer.from(body)), null);
    expect(tokens / countText(body)).toBeGreaterThan(0.95);
    expect(tokens / countText(body)).toBeLessThan(1.05);
  });

  it("fault 8: a PDF costs its pages' text and images by its decoded size", () => {
    const one = countItem(file("application/pdf", Buffer.alloc(20_000)), "gpt-6.1-sol");
    const ten = countItem(file("application/pdf", Buffer.alloc(500_000)), "gpt-6.1-sol");
    expect(one).toBe(600 + 1_844 + ITEM_OVERHEAD.message);
    expect(ten).toBe(10 * (600 + 1_844) + ITEM_OVERHEAD.message);
    expect(countItem(file("application/octet-stream", Buffer.alloc(20_000), "a.PDF"), "gpt-6.1-sol")).toBe(
      one + countText("a.PDF"),
    );
  });

  it("fault 8: other files cost by their decoded size", () => {
    expect(countItem(file("application/zip", Buffer.alloc(80_000)), null)).toBe(10_000 + ITEM_OVERHEAD.message);
  });

  it("fault 8: no file is free, be it empty, behind a URL or uploaded", () => {
    const parts = (part: FilePart): InputItem => ({ kind: "message", role: "user", parts: [part] });
    for (const item of [
      file("text/plain", Buffer.alloc(0)),
      file("application/zip", Buffer.alloc(0)),
      file("application/pdf", Buffer.alloc(0)),
      parts({ kind: "file", source: { kind: "url", url: "https://example.com/a" } }),
      parts({ kind: "file", source: { kind: "file_id", id: "file-1" } }),
    ]) {
      expect(countItem(item, null)).toBeGreaterThan(ITEM_OVERHEAD.message);
    }
  });
});
