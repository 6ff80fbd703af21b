import { conversation, windowOf } from "@varve/test-builders";
import { expect, test } from "vitest";
import { encoder, MODEL, messagesOf } from "./encoded.ts";

const text = (words: string) => ({ type: "text", text: words });
const png = { kind: "image", source: { kind: "base64", mediaType: "image/png", data: "iVBOR" } } as const;

test("a body is written in one order of keys", async () => {
  const encode = await encoder({ name: MODEL, max_output_tokens: 4_000, parallel_tool_calls: false });
  const tools = [{ name: "grep", description: "Searches.", parameters: { properties: {} } }];
  const { body } = await encode(windowOf(conversation().user("hi"), { tools }));
  const mark = { cache_control: { type: "ephemeral" } };
  expect(JSON.stringify(body)).toBe(
    JSON.stringify({
      model: MODEL,
      max_tokens: 4_000,
      tools: [{ name: "grep", description: "Searches.", input_schema: { type: "object", properties: {} } }],
      system: [{ type: "text", text: "You are a careful engineer.", ...mark }],
      messages: [{ role: "user", content: [{ type: "text", text: "hi", ...mark }] }],
      tool_choice: { type: "auto", disable_parallel_tool_use: true },
      stream: true,
    }),
  );
});

test("the most that the model can give is asked for where nothing else is, and what a call asks where it does", async () => {
  const window = windowOf(conversation().user("hi"));
  expect((await (await encoder())(window)).body.max_tokens).toBe(64_000);
  expect((await (await encoder({ name: "mine" }))(window)).body.max_tokens).toBe(8_192);
  expect((await (await encoder())(window, { maxOutputTokens: 500 })).body.max_tokens).toBe(500);
});

test("thinking is part of the answer's limit, or comes on top of one that leaves nothing beside it", async () => {
  const window = windowOf(conversation().user("hi"));
  const budget = await (await encoder({ name: MODEL, thinking_budget_tokens: 2_000 }))(window, {
    maxOutputTokens: 500,
  });
  expect(budget.body).toMatchObject({ max_tokens: 2_500, thinking: { type: "enabled", budget_tokens: 2_000 } });
  const roomy = await (await encoder({ name: MODEL, thinking_budget_tokens: 2_000 }))(window);
  expect(roomy.body.max_tokens).toBe(64_000);
});

test("structured output is the API's JSON schema format", async () => {
  const output = { name: "verdict", schema: { type: "object" } };
  const { body } = await (await encoder())(windowOf(conversation().user("hi")), { output });
  expect(body.output_config).toEqual({ format: { type: "json_schema", schema: { type: "object" } } });
});

test("what the model said and called is one message, and the results begin the next", async () => {
  const talk = conversation().user("go").assistant("Both.").call("a", { x: 1 }, "1").call("b", {}, "2");
  expect(await messagesOf(talk.result("of b", "2").result("of a", "1").user("thanks"))).toEqual([
    { role: "user", content: [text("go")] },
    {
      role: "assistant",
      content: [
        text("Both."),
        { type: "tool_use", id: "1", name: "a", input: { x: 1 } },
        { type: "tool_use", id: "2", name: "b", input: {} },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "1", content: [text("of a")] },
        { type: "tool_result", tool_use_id: "2", content: [text("of b")] },
        text("thanks"),
      ],
    },
  ]);
});

test("fault 77: a message that lands between a call and its result is sent behind the result", async () => {
  const messages = await messagesOf(conversation().user("go").call("a", {}, "1").user("wait").result("of a", "1"));
  expect(messages[2]?.content.map(({ type }) => type)).toEqual(["tool_result", "text"]);
});

test("a call that is made while another waits joins it, and no result is lost", async () => {
  const talk = conversation().user("go").call("a", {}, "1").user("wait").call("b", {}, "2").result("of a", "1");
  expect((await messagesOf(talk.result("of b", "2"))).slice(1)).toEqual([
    {
      role: "assistant",
      content: [
        { type: "tool_use", id: "1", name: "a", input: {} },
        { type: "tool_use", id: "2", name: "b", input: {} },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "1", content: [text("of a")] },
        { type: "tool_result", tool_use_id: "2", content: [text("of b")] },
        text("wait"),
      ],
    },
  ]);
});

test("a result whose call is not there is told as a message", async () => {
  expect(await messagesOf(conversation().user("go").result("of a", "1"))).toEqual([
    { role: "user", content: [text("go"), text("of a")] },
  ]);
});

test("fault 64: arguments are read as the object that they are, whatever their keys", async () => {
  const words = '{"b": 1,  "a": {"__proto__": [2]}}';
  const call = { kind: "tool_call", callId: "1", name: "a", arguments: words } as const;
  const messages = await messagesOf(conversation().user("go").item(call).result("x", "1"));
  expect(JSON.stringify(messages[1]?.content[0]?.input)).toBe('{"b":1,"a":{"__proto__":[2]}}');
});

test("fault 78: arguments that are no JSON object are wrapped, the same way every time", async () => {
  for (const words of ['{"path": "a', "[1]", '"a"', ""]) {
    const call = { kind: "tool_call", callId: "1", name: "a", arguments: words } as const;
    const messages = await messagesOf(conversation().user("go").item(call).result("x", "1"));
    expect(messages[1]?.content).toEqual([{ type: "tool_use", id: "1", name: "a", input: { arguments: words } }]);
  }
});

test("fault 66: ids that the provider refuses are mapped the same way on call and result", async () => {
  const talk = conversation()
    .user("go")
    .call("a", {}, "tool:0")
    .result("x", "tool:0")
    .call("a", {}, "tool:0")
    .result("y", "tool:0");
  const blocks = (await messagesOf(talk)).flatMap(({ content }) => content);
  const [first, firstResult, second, secondResult] = blocks.slice(1).map(({ id, tool_use_id }) => id ?? tool_use_id);
  expect(first).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  expect([firstResult, secondResult]).toEqual([first, second]);
  expect(second).not.toBe(first);
});

test("fault 27: an empty result has no content, and texts of white space are left out", async () => {
  const talk = conversation().user("go").assistant("  \n").call("a", {}, "1").result("", "1");
  expect((await messagesOf(talk)).slice(1)).toEqual([
    { role: "assistant", content: [{ type: "tool_use", id: "1", name: "a", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "1" }] },
  ]);
});

test("a failed result says so", async () => {
  const result = { kind: "tool_result", callId: "1", parts: [{ kind: "text", text: "no" }], isError: true } as const;
  const messages = await messagesOf(conversation().user("go").call("a", {}, "1").item(result));
  expect(messages[2]?.content[0]).toMatchObject({ is_error: true });
});

test("the user begins, and the model is asked to go on where it spoke last", async () => {
  const roles = (await messagesOf(conversation().assistant("Hello."))).map(({ role }) => role);
  expect(roles).toEqual(["user", "assistant", "user"]);
});

test("what the harness says stands in the user's place and says who speaks, each section a block of its own", async () => {
  const parts = [{ kind: "text", text: "The task." } as const, { kind: "text", text: "The plan." } as const];
  const [message] = await messagesOf(conversation().item({ kind: "message", role: "developer", parts }));
  expect(message?.content.map(({ text: words }) => words)).toEqual([
    expect.stringMatching(/^\[From the developer.*\]\nThe task\.$/),
    expect.stringMatching(/^\[From the developer.*\]\nThe plan\.$/),
  ]);
});

test("images and documents are sent as they are, also in results; what the API cannot take is told as text", async () => {
  const file = (mediaType: string, name: string) =>
    ({
      kind: "file",
      name,
      source: { kind: "base64", mediaType, data: Buffer.from("text").toString("base64") },
    }) as const;
  const parts = [
    png,
    { kind: "image", source: { kind: "base64", mediaType: "image/tiff", data: "AA" } },
    file("application/pdf", "a.pdf"),
    file("text/plain", "a.txt"),
    file("text/csv", "a.csv"),
    file("application/zip", "a.zip"),
    { kind: "file", source: { kind: "file_id", id: "file_1" } },
    { kind: "image", source: { kind: "url", url: "https://x.test/a.png" }, detail: "high" },
  ] as const;
  const talk = conversation().user("go").call("a", {}, "1").item({ kind: "tool_result", callId: "1", parts });
  const [result] = (await messagesOf(talk))[2]?.content ?? [];
  expect(result?.content).toEqual([
    { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBOR" } },
    text("[image]"),
    { type: "document", source: { type: "base64", media_type: "application/pdf", data: "dGV4dA==" }, title: "a.pdf" },
    { type: "document", source: { type: "text", media_type: "text/plain", data: "text" }, title: "a.txt" },
    { type: "document", source: { type: "text", media_type: "text/plain", data: "text" }, title: "a.csv" },
    text("[file a.zip]"),
    { type: "document", source: { type: "file", file_id: "file_1" } },
    { type: "image", source: { type: "url", url: "https://x.test/a.png" } },
  ]);
});

test("what the API cannot fetch, or the assistant cannot have said, is told as text", async () => {
  const parts = [
    png,
    { kind: "file", name: "a.pdf", source: { kind: "file_id", id: "file-of-another-provider" } },
    { kind: "image", source: { kind: "url", url: "data:image/png,abc" } },
  ] as const;
  const talk = conversation().item({ kind: "message", role: "user", parts });
  talk.item({ kind: "message", role: "assistant", parts: [png] }).user("on");
  expect((await messagesOf(talk)).map(({ content }) => content)).toEqual([
    [
      { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBOR" } },
      text("[file a.pdf]"),
      text("[image]"),
    ],
    [text("[image]")],
    [text("on")],
  ]);
});

test("fault 29: a body is one that can be sent, with NUL bytes, ten million characters on one line, and a binary", async () => {
  const binary = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)).toString("utf8");
  for (const words of ["a\0b", "x".repeat(10_000_000), binary]) {
    const talk = conversation().user("go").call("a", {}, "1").result(words, "1");
    const messages = await messagesOf(talk);
    expect(JSON.parse(JSON.stringify(messages))).toEqual(messages);
    expect(messages[2]?.content[0]?.content).toEqual([text(words)]);
  }
});

test("fault 15: calls are not forbidden by a tool choice: it would make the cached messages unusable", async () => {
  const encode = await encoder();
  const window = windowOf(conversation().user("hi"), { tools: [{ name: "a", parameters: { type: "object" } }] });
  const [turn, summary] = [await encode(window), await encode(window, { purpose: "summary", toolChoice: "none" })];
  expect(summary.body).toEqual(turn.body);
});
