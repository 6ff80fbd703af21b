import { text } from "@varve/kernel";
import { describe, expect, it } from "vitest";
import { called, said, thought } from "./claude-session.ts";
import { callsOf, document, lines } from "./recorded.ts";

const user = { role: "user", content: "fix it" };
const result = (id: string, content: unknown = "ok") => ({ type: "tool_result", tool_use_id: id, content });

describe("Anthropic messages", () => {
  it.each([
    ["a request", (messages: unknown[]) => document({ system: "Be careful.", messages })],
    ["an array", (messages: unknown[]) => document(messages)],
    ["one message a line", (messages: unknown[]) => lines(messages)],
  ])("are read from %s", async (_, read) => {
    const recording = await read([
      user,
      { role: "assistant", content: [said("I read it."), called("t1", "read", { b: 1, a: 2 })] },
      { role: "user", content: [result("t1"), said("and hurry")] },
      { role: "assistant", content: "done" },
    ]);

    expect(recording.format).toBe("anthropic");
    expect(recording.goal).toBe("fix it");
    expect(recording.items).toEqual([
      { kind: "message", role: "user", parts: [text("fix it")] },
      { kind: "message", role: "assistant", parts: [text("I read it.")] },
      { kind: "tool_call", callId: "t1", name: "read", arguments: '{"b":1,"a":2}' },
      { kind: "tool_result", callId: "t1", parts: [text("ok")] },
      { kind: "message", role: "user", parts: [text("and hurry")] },
      { kind: "message", role: "assistant", parts: [text("done")] },
    ]);
    expect(callsOf(recording)).toEqual([
      [1, 2],
      [5, 1],
    ]);
  });

  it("have a system prompt that is a text or a list of texts, and tools", async () => {
    const parameters = { type: "object", properties: {} };
    const recording = await document({
      system: [{ ...said("Be careful."), cache_control: { type: "ephemeral" } }, said("Use tools.")],
      tools: [
        { name: "read", description: "Reads.", input_schema: parameters },
        { type: "bash_20250124", name: "bash" },
      ],
      messages: [user],
    });

    expect(recording.instructions).toBe("Be careful.\nUse tools.");
    expect(recording.tools).toEqual([{ name: "read", description: "Reads.", parameters }]);
    expect(recording.leftOut).toEqual([expect.objectContaining({ what: "tools", count: 1 })]);
  });

  it("fault 67: thinking keeps its signature, its provider and its model", async () => {
    const { items } = await document([
      user,
      { role: "assistant", model: "claude-1", content: [thought("hm", "s1"), thought("", "s2"), said("done")] },
    ]);

    expect(items.slice(1, 3)).toEqual([
      { kind: "reasoning", summary: ["hm"], encrypted: "s1", provider: "anthropic", model: "claude-1" },
      { kind: "reasoning", summary: [], encrypted: "s2", provider: "anthropic", model: "claude-1" },
    ]);
  });

  it("keep redacted thinking apart from thinking", async () => {
    const { items } = await document([
      user,
      { role: "assistant", content: [{ type: "redacted_thinking", data: "xyz" }, called("t1")] },
    ]);

    expect(items[1]).toEqual({
      kind: "reasoning",
      summary: [],
      encrypted: "xyz",
      provider: "anthropic",
      extra: { provider: "anthropic", fields: { type: "redacted_thinking" } },
    });
  });

  it("keep images and documents by data, URL and id, and what has no place beside them", async () => {
    const ephemeral = { type: "ephemeral" };
    const content = [
      { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" }, cache_control: ephemeral },
      { type: "image", source: { type: "url", url: "https://example.org/a.png" } },
      { type: "document", title: "a.pdf", source: { type: "base64", media_type: "application/pdf", data: "BBBB" } },
      { type: "document", source: { type: "file", file_id: "f1" } },
      { type: "document", title: "note", source: { type: "text", media_type: "text/plain", data: "read me" } },
    ];
    const { items } = await document([{ role: "user", content }]);

    expect(items).toEqual([
      {
        kind: "message",
        role: "user",
        parts: [
          { kind: "image", source: { kind: "base64", mediaType: "image/png", data: "AAAA" } },
          { kind: "image", source: { kind: "url", url: "https://example.org/a.png" } },
          { kind: "file", source: { kind: "base64", mediaType: "application/pdf", data: "BBBB" }, name: "a.pdf" },
          { kind: "file", source: { kind: "file_id", id: "f1" } },
          text("read me"),
        ],
        extra: {
          provider: "anthropic",
          fields: {
            content: [
              { cache_control: ephemeral },
              {},
              {},
              {},
              { type: "document", title: "note", source: { type: "text", media_type: "text/plain" } },
            ],
          },
        },
      },
    ]);
  });

  it("have the id, the usage and the model of response objects", async () => {
    const response = (id: string, content: unknown[]) => ({
      type: "message",
      id,
      role: "assistant",
      model: "claude-1",
      content,
      usage: {
        input_tokens: 10,
        cache_read_input_tokens: 80,
        output_tokens: 5,
        output_tokens_details: { thinking_tokens: 2 },
      },
    });
    const recording = await lines([user, response("m1", [thought("hm")]), response("m2", [said("done")])]);

    expect(callsOf(recording)).toEqual([
      [1, 1],
      [2, 1],
    ]);
    expect(recording.calls[1]).toMatchObject({
      model: "claude-1",
      usage: { inputTokens: 90, cachedTokens: 80, cacheWriteTokens: 0, outputTokens: 5, reasoningTokens: 2 },
    });
  });

  it("keep what is odd as it came, and say it", async () => {
    const lost = { type: "tool_result", content: "ok" };
    const recording = await document({
      system: "s",
      messages: [
        { role: "user", content: ["bare", lost, 7] },
        { role: "assistant", content: 5 },
      ],
    });

    expect(recording.items).toEqual([
      { kind: "message", role: "user", parts: [text("bare")] },
      { kind: "opaque", provider: "anthropic", data: lost },
    ]);
    expect(recording.problems.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^element 1: a tool_result without tool_use_id/),
      expect.stringMatching(/^element 1: skipped: a content block without a type/),
      expect.stringMatching(/^element 2: skipped: .*no message with role and content/),
    ]);
  });

  it("fault 75: an input with the key __proto__ keeps it in the arguments", async () => {
    const line =
      '{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":{"__proto__":{"x":1}}}]}';
    const { items } = await lines([user, line]);

    expect(items[1]).toMatchObject({ arguments: '{"__proto__":{"x":1}}' });
    expect(Object.prototype).not.toHaveProperty("x");
  });
});
