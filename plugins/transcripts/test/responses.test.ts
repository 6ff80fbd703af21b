import { text } from "@varve/kernel";
import { describe, expect, it } from "vitest";
import { toResponsesItem } from "../src/index.ts";
import { callsOf, document, lines } from "./recorded.ts";

const asked = { type: "message", role: "user", content: [{ type: "input_text", text: "fix it" }] };
const call = (id: string, words = "{}") => ({ type: "function_call", call_id: id, name: "read", arguments: words });
const output = (id: string, value: unknown = "ok") => ({ type: "function_call_output", call_id: id, output: value });
const answer = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "done", annotations: [], logprobs: [] }],
};

describe("Responses items", () => {
  it.each([
    ["an array", (items: unknown[]) => document(items)],
    ["one item a line", (items: unknown[]) => lines(items)],
    ["a request's input", (items: unknown[]) => document({ model: "gpt-1", input: items })],
    ["an object of items", (items: unknown[]) => document({ items })],
  ])("are read from %s", async (_, read) => {
    const recording = await read([asked, call("c1"), output("c1"), answer]);

    expect(recording.format).toBe("responses");
    expect(recording.goal).toBe("fix it");
    expect(recording.items.map(({ kind }) => kind)).toEqual(["message", "tool_call", "tool_result", "message"]);
    expect(callsOf(recording)).toEqual([
      [1, 1],
      [3, 1],
    ]);
    expect(recording.problems).toEqual([]);
  });

  it("bring the instructions and the tools of a request body, and say which tools cannot be carried", async () => {
    const read = {
      type: "function",
      name: "read",
      description: "Reads.",
      parameters: { type: "object" },
      strict: true,
    };
    const recording = await document({
      instructions: "Be careful.",
      tools: [
        read,
        { type: "function", name: "now", parameters: null },
        { type: "web_search" },
        { type: "custom", name: "sh" },
      ],
      input: "hello",
    });

    expect(recording.instructions).toBe("Be careful.");
    expect(recording.tools).toEqual([
      { name: "read", description: "Reads.", parameters: { type: "object" }, strict: true },
      { name: "now", parameters: { type: "object", properties: {} } },
    ]);
    expect(recording.leftOut).toEqual([expect.objectContaining({ what: "tools", count: 2 })]);
    expect(recording.items).toEqual([{ kind: "message", role: "user", parts: [text("hello")] }]);
  });

  it("without a type are messages, and text content is one text part", async () => {
    const { items } = await document({ input: [{ role: "developer", content: "Be brief." }, asked] });

    expect(items[0]).toEqual({ kind: "message", role: "developer", parts: [text("Be brief.")] });
  });

  it("keep images and files by data, URL and id, with their detail and names", async () => {
    const content = [
      { type: "input_image", image_url: "data:image/png;base64,AAAA", detail: "low" },
      { type: "input_image", image_url: "https://example.org/a.png" },
      { type: "input_image", file_id: "file-1", detail: "auto" },
      { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,BBBB" },
      { type: "input_file", file_url: "https://example.org/a.pdf" },
      { type: "input_file", file_id: "file-2" },
    ];
    const { items } = await lines([{ type: "message", role: "user", content }]);

    expect(items[0]).toEqual({
      kind: "message",
      role: "user",
      parts: [
        { kind: "image", source: { kind: "base64", mediaType: "image/png", data: "AAAA" }, detail: "low" },
        { kind: "image", source: { kind: "url", url: "https://example.org/a.png" } },
        { kind: "image", source: { kind: "file_id", id: "file-1" }, detail: "auto" },
        { kind: "file", source: { kind: "base64", mediaType: "application/pdf", data: "BBBB" }, name: "a.pdf" },
        { kind: "file", source: { kind: "url", url: "https://example.org/a.pdf" } },
        { kind: "file", source: { kind: "file_id", id: "file-2" } },
      ],
    });
  });

  it.each([
    ["a message with annotations", answer],
    ["a refusal", { type: "message", role: "assistant", content: [{ type: "refusal", refusal: "I won't." }] }],
    ["a message with a phase", { ...answer, phase: "commentary" }],
    [
      "an image with a cache breakpoint",
      {
        type: "message",
        role: "user",
        content: [{ type: "input_image", image_url: "data:image/png;base64,AAAA", prompt_cache_breakpoint: {} }],
      },
    ],
    [
      "a part of an unknown type",
      { type: "message", role: "user", content: [{ type: "input_smell", smell: "resin" }] },
    ],
    ["a call with an id and a namespace", { ...call("c1"), id: "fc_1", status: "completed", namespace: "files" }],
    ["an output that is a text", output("c1", "ok")],
    ["an output that is a list of one text", output("c1", [{ type: "input_text", text: "ok" }])],
    ["an output that is empty", output("c1", "")],
    [
      "an output with an image",
      output("c1", [
        { type: "input_text", text: "see" },
        { type: "input_image", file_id: "f" },
      ]),
    ],
    ["a custom call", { type: "custom_tool_call", call_id: "c2", name: "sh", input: "ls | wc\n", id: "ctc_1" }],
    ["a custom output", { type: "custom_tool_call_output", call_id: "c2", output: "3" }],
    [
      "reasoning",
      {
        type: "reasoning",
        id: "rs_1",
        summary: [{ type: "summary_text", text: "hm" }],
        content: [{ type: "reasoning_text", text: "…" }],
        encrypted_content: "gAAA",
      },
    ],
    ["reasoning without content", { type: "reasoning", summary: [], encrypted_content: null }],
    ["a compaction", { type: "compaction", encrypted_content: "gBBB" }],
    ["a web search", { type: "web_search_call", status: "completed" }],
    ["a search of tools without a call id", { type: "tool_search_call", call_id: null, arguments: {} }],
    ["an mcp call with its result", { type: "mcp_call", id: "mcp_1", name: "x", arguments: "{}", output: "y" }],
  ])("go back as they came: %s", async (_, item) => {
    const recording = await lines([asked, item]);

    expect(recording.problems).toEqual([]);
    expect(recording.items.map(toResponsesItem)).toEqual([asked, item]);
  });

  it("of other types are opaque", async () => {
    const search = { type: "web_search_call", id: "ws_1", status: "completed" };
    const { items } = await lines([asked, search]);

    expect(items[1]).toEqual({ kind: "opaque", provider: "openai", data: search });
  });

  it("fault 67: reasoning and opaque items carry the model that gave them, where it is recorded", async () => {
    const { items } = await document({
      model: "gpt-1",
      input: [asked, { type: "reasoning", summary: [], encrypted_content: "gAAA" }, { type: "web_search_call" }],
    });

    expect(items.slice(1)).toMatchObject([
      { kind: "reasoning", provider: "openai", model: "gpt-1", encrypted: "gAAA" },
      { kind: "opaque", provider: "openai", model: "gpt-1" },
    ]);
  });

  it.each(['{"b":1, "a":2}', '{"path": "a', "", " { } "])(
    "fault 64: the arguments %j stay as the model wrote them",
    async (words) => {
      const { items } = await lines([asked, call("c1", words)]);

      expect(items[1]).toMatchObject({ kind: "tool_call", arguments: words });
    },
  );

  it("fault 75: a key named __proto__ is an ordinary member, and goes back as it came", async () => {
    const line = '{"type":"function_call","call_id":"c","name":"n","arguments":"{}","__proto__":{"polluted":true}}';
    const { items } = await lines([asked, line]);
    const written = items.flatMap((item) => toResponsesItem(item) ?? []).at(-1);

    expect(JSON.parse(JSON.stringify(written))).toEqual(JSON.parse(line));
    expect(written).not.toHaveProperty("polluted");
    expect(Object.prototype).not.toHaveProperty("polluted");
  });

  it("fault 26: lone surrogates are kept for who renders them", async () => {
    const { items } = await lines([asked, output("c1", "half \ud83d")]);

    expect(items[1]).toMatchObject({ parts: [text("half \ud83d")] });
  });

  it("without a call id are kept as they came, and said", async () => {
    const lost = { type: "function_call_output", output: "ok" };
    const recording = await lines([asked, lost]);

    expect(recording.items[1]).toEqual({ kind: "opaque", provider: "openai", data: lost });
    expect(recording.problems).toEqual([{ line: 2, reason: expect.stringContaining("without call_id") }]);
  });

  it("that are none are said with their place", async () => {
    const recording = await document({ input: [asked, 5, { note: "x" }] });

    expect(recording.problems).toEqual([
      { line: null, reason: expect.stringMatching(/^element 2: .*a number/) },
      { line: null, reason: expect.stringMatching(/^element 3: .*"note"/) },
    ]);
  });
});

describe("the calls of a Responses recording", () => {
  it("are the maximal runs of output, whatever items they are made of", async () => {
    const recording = await lines([
      asked,
      { type: "reasoning", summary: [] },
      { type: "web_search_call" },
      call("c1"),
      call("c2"),
      output("c2"),
      output("c1"),
      answer,
    ]);

    expect(callsOf(recording)).toEqual([
      [1, 4],
      [7, 1],
    ]);
  });

  it("do not count what the provider's tools were given or a compaction gave", async () => {
    const recording = await lines([
      { type: "compaction", encrypted_content: "g" },
      asked,
      { type: "computer_call", call_id: "x" },
      { type: "computer_call_output", call_id: "x", output: {} },
      answer,
    ]);

    expect(callsOf(recording)).toEqual([
      [2, 1],
      [4, 1],
    ]);
  });

  it("have the usage and the model of response objects among the items", async () => {
    const usage = {
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 80, cache_write_tokens: 10 },
      output_tokens: 20,
      output_tokens_details: { reasoning_tokens: 15 },
    };
    const response = { object: "response", id: "resp_1", model: "gpt-1", output: [call("c1")], usage };
    const recording = await lines([asked, response, output("c1"), { ...response, id: "resp_2", output: [answer] }]);

    expect(recording.calls[0]).toEqual({
      at: 1,
      produced: 1,
      model: "gpt-1",
      usage: { inputTokens: 100, cachedTokens: 80, cacheWriteTokens: 10, outputTokens: 20, reasoningTokens: 15 },
    });
    expect(callsOf(recording)).toEqual([
      [1, 1],
      [3, 1],
    ]);
  });

  it("fault 80: no usage, and usage of zeros, are no usage", async () => {
    const response = (id: string, usage: unknown) => ({ object: "response", id, output: [answer], usage });
    const { calls } = await lines([asked, response("a", {}), response("b", { input_tokens: 0, output_tokens: 0 })]);

    expect(calls.map(({ usage }) => usage)).toEqual([null, null]);
  });

  it("refuse a log of requests, which repeat each other", async () => {
    const request = { model: "gpt-1", input: [asked] };

    await expect(lines([request, request])).rejects.toMatchObject({ code: "TRANSCRIPT", line: 2 });
  });
});

describe("items of other origin as Responses items", () => {
  it("leave out what only another provider can read", () => {
    expect(toResponsesItem({ kind: "opaque", provider: "anthropic", data: {} })).toBeNull();
    expect(toResponsesItem({ kind: "reasoning", summary: [], encrypted: "x", provider: "anthropic" })).toBeNull();
    expect(toResponsesItem({ kind: "reasoning", summary: ["hm"], encrypted: "x", provider: "anthropic" })).toEqual({
      type: "reasoning",
      summary: [{ type: "summary_text", text: "hm" }],
    });
  });

  it("do not carry the extra fields of another provider", () => {
    const extra = { provider: "anthropic", fields: { cache_control: { type: "ephemeral" } } };

    expect(toResponsesItem({ kind: "message", role: "user", parts: [text("hi")], extra })).toEqual({
      type: "message",
      role: "user",
      content: [{ type: "input_text", text: "hi" }],
    });
  });

  it("are written from what they say now, not from what they came as", async () => {
    const { items } = await lines([
      asked,
      { type: "message", role: "assistant", content: [{ type: "refusal", refusal: "no" }] },
    ]);
    const [, refused] = items;
    if (refused?.kind !== "message") throw new Error("a message was expected");

    expect(toResponsesItem({ ...refused, parts: [text("masked")] })).toMatchObject({
      content: [{ refusal: "masked" }],
    });
    expect(toResponsesItem({ ...refused, parts: [text("a"), text("b")] })).toMatchObject({
      content: [
        { type: "output_text", text: "a" },
        { type: "output_text", text: "b" },
      ],
    });
  });

  it("write data as its canonical JSON", () => {
    const result = { kind: "tool_result", callId: "c", parts: [{ kind: "data", data: { b: 1, a: 2 } }] } as const;

    expect(toResponsesItem(result)).toMatchObject({ output: [{ type: "input_text", text: '{"a":2,"b":1}' }] });
  });
});
