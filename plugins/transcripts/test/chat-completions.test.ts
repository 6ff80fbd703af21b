import { text } from "@varve/kernel";
import { describe, expect, it } from "vitest";
import { toResponsesItem } from "../src/index.ts";
import { callsOf, document, lines } from "./recorded.ts";

const system = { role: "system", content: "Be careful." };
const user = { role: "user", content: "fix it" };
const fn = (id: string | undefined, words: unknown = "{}") => ({
  ...(id === undefined ? {} : { id }),
  type: "function",
  function: { name: "read", arguments: words },
});
const calling = (...calls: unknown[]) => ({ role: "assistant", content: null, tool_calls: calls });
const tool = (id: string | undefined, content: unknown = "ok") => ({
  role: "tool",
  ...(id === undefined ? {} : { tool_call_id: id }),
  content,
});
const answer = { role: "assistant", content: "done" };

describe("Chat Completions messages", () => {
  it.each([
    ["a request's messages", (messages: unknown[]) => document({ model: "gpt-1", messages })],
    ["an array", (messages: unknown[]) => document(messages)],
    ["one message a line", (messages: unknown[]) => lines(messages)],
  ])("are read from %s", async (_, read) => {
    const recording = await read([system, user, calling(fn("c1")), tool("c1"), answer]);

    expect(recording.format).toBe("chat_completions");
    expect(recording.instructions).toBe("Be careful.");
    expect(recording.goal).toBe("fix it");
    expect(recording.items).toEqual([
      { kind: "message", role: "user", parts: [text("fix it")] },
      { kind: "tool_call", callId: "c1", name: "read", arguments: "{}" },
      { kind: "tool_result", callId: "c1", parts: [text("ok")] },
      { kind: "message", role: "assistant", parts: [text("done")] },
    ]);
    expect(callsOf(recording)).toEqual([
      [1, 1],
      [3, 1],
    ]);
    expect(recording.problems).toEqual([]);
  });

  it("that lead are the instructions, and later ones are messages", async () => {
    const late = { role: "system", content: "Be brief now." };
    const recording = await document([
      system,
      { role: "developer", content: [{ type: "text", text: "Use tools." }] },
      user,
      late,
    ]);

    expect(recording.instructions).toBe("Be careful.\n\nUse tools.");
    expect(recording.items[1]).toEqual({ kind: "message", role: "system", parts: [text("Be brief now.")] });
  });

  it("bring the tools of a request, also legacy functions", async () => {
    const parameters = { type: "object", properties: { path: { type: "string" } } };
    const tools = [{ type: "function", function: { name: "read", description: "Reads.", parameters, strict: true } }];
    const now = await document({ messages: [user], tools });
    const then = await document({ messages: [user], functions: [{ name: "read", parameters }] });

    expect(now.tools).toEqual([{ name: "read", description: "Reads.", parameters, strict: true }]);
    expect(then.tools).toEqual([{ name: "read", parameters }]);
  });

  it("with text and several calls are one answer of several items", async () => {
    const both = { role: "assistant", content: "I read both.", tool_calls: [fn("c1"), fn("c2")] };
    const recording = await document([user, both, tool("c2"), tool("c1")]);

    expect(recording.items.map(({ kind }) => kind)).toEqual([
      "message",
      "message",
      "tool_call",
      "tool_call",
      "tool_result",
      "tool_result",
    ]);
    expect(callsOf(recording)).toEqual([[1, 3]]);
  });

  it.each([null, "", undefined])("with the content %j beside calls say nothing", async (content) => {
    const { items } = await document([user, { ...calling(fn("c1")), content }]);

    expect(items.map(({ kind }) => kind)).toEqual(["message", "tool_call"]);
  });

  it("fault 64: keep the arguments as the model wrote them; a server that records an object has none", async () => {
    const { items } = await document([
      user,
      calling(fn("c1", '{"b":1, "a": 2 }'), fn("c2", { b: 1 }), fn("c3", '{"a')),
    ]);

    expect(items.slice(1).map((item) => (item.kind === "tool_call" ? item.arguments : null))).toEqual([
      '{"b":1, "a": 2 }',
      '{"b":1}',
      '{"a',
    ]);
  });

  it("pair a legacy function_call with its result", async () => {
    const legacy = { role: "assistant", content: null, function_call: { name: "read", arguments: "{}" } };
    const { items, problems } = await document([
      user,
      legacy,
      { role: "function", name: "read", content: "one" },
      legacy,
      { role: "function", name: "read", content: "two" },
    ]);

    expect(items.map((item) => ("callId" in item ? `${item.kind} ${item.callId}` : item.kind))).toEqual([
      "message",
      "tool_call unnamed_call_1",
      "tool_result unnamed_call_1",
      "tool_call unnamed_call_2",
      "tool_result unnamed_call_2",
    ]);
    expect(problems).toEqual([]);
  });

  it("give an id to a call that a server recorded without one, and say so", async () => {
    const { items, problems } = await document([user, calling(fn(undefined)), tool(undefined), tool(undefined)]);

    expect(items.slice(1)).toMatchObject([{ callId: "unnamed_call_1" }, { callId: "unnamed_call_1" }]);
    expect(problems.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^element 2: .*was given one/),
      expect.stringMatching(/^element 4: skipped: .*names no call/),
    ]);
  });

  it("read custom calls with their raw input", async () => {
    const custom = { id: "c1", type: "custom", custom: { name: "sh", input: "ls | wc" } };
    const { items } = await document([user, calling(custom), tool("c1", "3")]);

    expect(items[1]).toMatchObject({ kind: "tool_call", callId: "c1", name: "sh", arguments: "ls | wc" });
  });

  it("keep images, audio, files and what is not known", async () => {
    const content = [
      { type: "text", text: "look" },
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA", detail: "high" } },
      { type: "input_audio", input_audio: { data: "BBBB", format: "wav" } },
      { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,CCCC" } },
      { type: "hologram", of: "a cat" },
    ];
    const { items } = await document([{ role: "user", content }, calling(fn("c1"))]);

    expect(items[0]).toMatchObject({
      parts: [
        text("look"),
        { kind: "image", source: { kind: "base64", mediaType: "image/png", data: "AAAA" }, detail: "high" },
        { kind: "file", source: { kind: "base64", mediaType: "audio/wav", data: "BBBB" } },
        { kind: "file", name: "a.pdf", source: { kind: "base64", mediaType: "application/pdf", data: "CCCC" } },
        { kind: "data", data: { type: "hologram", of: "a cat" } },
      ],
    });
  });

  it("keep reasoning that a compatible server gave, a refusal, and a participant's name", async () => {
    const { items } = await document([
      { ...user, name: "Ada" },
      { ...calling(fn("c1")), reasoning_content: "hm" },
      tool("c1"),
      { role: "assistant", content: null, refusal: "I won't." },
    ]);

    expect(items[0]?.kind === "message" && items[0].extra).toEqual({
      provider: "chat_completions",
      fields: { name: "Ada" },
    });
    expect(items[1]).toEqual({ kind: "reasoning", summary: ["hm"], provider: "chat_completions" });
    expect(items.at(-1)).toMatchObject({ kind: "message", role: "assistant", parts: [text("I won't.")] });
    expect(toResponsesItem(items[0] ?? { kind: "opaque", provider: "none", data: {} })).not.toHaveProperty("name");
  });

  it("have the usage and the model of response objects", async () => {
    const response = (id: string, message: unknown, cached: number) => ({
      id,
      object: "chat.completion",
      model: "gpt-1",
      choices: [{ message }, { message }],
      usage: {
        prompt_tokens: 100,
        prompt_tokens_details: { cached_tokens: cached },
        completion_tokens: 9,
        completion_tokens_details: { reasoning_tokens: 4 },
      },
    });
    const recording = await lines([
      user,
      response("r1", calling(fn("c1")), 64),
      tool("c1"),
      response("r2", answer, 512),
    ]);

    expect(recording.calls).toEqual([
      {
        at: 1,
        produced: 1,
        model: "gpt-1",
        usage: { inputTokens: 100, cachedTokens: 64, cacheWriteTokens: 0, outputTokens: 9, reasoningTokens: 4 },
      },
      // More cached than there was: what is cached is part of the input.
      expect.objectContaining({ at: 3, usage: expect.objectContaining({ inputTokens: 100, cachedTokens: 100 }) }),
    ]);
    expect(recording.leftOut).toEqual([expect.objectContaining({ what: "further choices", count: 2 })]);
  });

  it("may end in the answer to the request that they are", async () => {
    const recording = await document({ model: "gpt-1", messages: [user], choices: [{ message: answer }] });

    expect(recording.calls).toEqual([{ at: 1, produced: 1, usage: null, model: "gpt-1" }]);
  });

  it("of a role that there is not are said and skipped", async () => {
    const recording = await document([user, { role: "narrator", content: "meanwhile" }, calling(fn("c1"))]);

    expect(recording.problems).toEqual([{ line: null, reason: expect.stringContaining("element 2: skipped") }]);
  });

  it("refuse several conversations in one file", async () => {
    await expect(lines([{ messages: [user] }, { messages: [user] }])).rejects.toMatchObject({
      code: "TRANSCRIPT",
      line: 2,
    });
  });
});
