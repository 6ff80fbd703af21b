import { type Message, message, text } from "@varve/kernel";
import { conversation } from "@varve/test-builders";
import { expect, test } from "vitest";
import { inputOf } from "./encoded.ts";

test.each(["user", "developer", "system"] as const)("a %s message is a list of parts", async (role) => {
  const input = await inputOf(conversation().say(role, [text("first"), text("second")]));

  expect(input).toEqual([
    {
      type: "message",
      role,
      content: [
        { type: "input_text", text: "first" },
        { type: "input_text", text: "second" },
      ],
    },
  ]);
});

test("what the assistant said is text, one message for each part", async () => {
  expect(await inputOf(conversation().say("assistant", [text("Looking."), text("Done.")]))).toEqual([
    { type: "message", role: "assistant", content: "Looking." },
    { type: "message", role: "assistant", content: "Done." },
  ]);
});

test("texts are sent byte for byte", async () => {
  const odd = '\u0001 "quoted"\r\n\ttab \u2028 e\u0301 👩‍👩‍👧 \\u0041';

  const input = await inputOf(conversation().user(odd).assistant(odd).call("run", odd).result(odd));

  expect(input).toMatchObject([
    { content: [{ text: odd }] },
    { content: odd },
    { type: "function_call", arguments: odd },
    { type: "function_call_output", output: odd },
  ]);
});

test("images and files are sent by what is known of them", async () => {
  const input = await inputOf(
    conversation().say("user", [
      { kind: "image", source: { kind: "base64", mediaType: "image/png", data: "aGk=" }, detail: "high" },
      { kind: "image", source: { kind: "url", url: "https://example.org/a.png" } },
      { kind: "image", source: { kind: "file_id", id: "file-1" } },
      { kind: "file", name: "a.pdf", source: { kind: "base64", mediaType: "application/pdf", data: "aGk=" } },
      { kind: "file", source: { kind: "base64", mediaType: "text/plain", data: "aGk=" } },
      { kind: "file", source: { kind: "url", url: "https://example.org/b.pdf" } },
      { kind: "file", source: { kind: "file_id", id: "file-2" } },
    ]),
  );

  expect(input[0]?.content).toEqual([
    { type: "input_image", image_url: "data:image/png;base64,aGk=", detail: "high" },
    { type: "input_image", image_url: "https://example.org/a.png", detail: "auto" },
    { type: "input_image", file_id: "file-1", detail: "auto" },
    { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,aGk=" },
    { type: "input_file", filename: "file.txt", file_data: "data:text/plain;base64,aGk=" },
    { type: "input_file", file_url: "https://example.org/b.pdf" },
    { type: "input_file", file_id: "file-2" },
  ]);
});

test("data is sent as its canonical JSON", async () => {
  const input = await inputOf(conversation().say("user", [{ kind: "data", data: { b: 1, a: [true] } }]));

  expect(input[0]?.content).toEqual([{ type: "input_text", text: '{"a":[true],"b":1}' }]);
});

test("a result of one text is a text; any other is a list of parts", async () => {
  const image = { kind: "image", source: { kind: "file_id", id: "file-1" } } as const;
  const input = await inputOf(
    conversation()
      .call("read")
      .result("whole")
      .call("look")
      .result([text("before"), image, text("after")])
      .call("list")
      .result([text("a"), text("b")]),
  );

  expect(input.filter(({ type }) => type === "function_call_output").map(({ output }) => output)).toEqual([
    "whole",
    [
      { type: "input_text", text: "before" },
      { type: "input_image", file_id: "file-1", detail: "auto" },
      { type: "input_text", text: "after" },
    ],
    [
      { type: "input_text", text: "a" },
      { type: "input_text", text: "b" },
    ],
  ]);
});

test("fault 26: half an emoji is in no body, wherever it stood", async () => {
  const half = "\ud83d";
  const said: Message = { ...message("user", `a${half}`), extra: { provider: "openai", fields: { note: [half] } } };

  const input = await inputOf(
    conversation()
      .item(said)
      .call(`run${half}`, half, `id${half}`)
      .result(half, `id${half}`)
      .say("user", [{ kind: "image", source: { kind: "url", url: `https://example.org/${half}` } }]),
  );

  expect(JSON.stringify(input)).not.toMatch(/\\ud[89a-f]/);
  expect(input[1]?.call_id).toBe(input[2]?.call_id);
});

test("fault 27: empty texts are left out, and a message with nothing left in it too", async () => {
  const input = await inputOf(
    conversation()
      .say("user", [text(""), text("kept")])
      .say("user", [text("")])
      .say("assistant", [])
      .assistant("")
      .call("run")
      .result("")
      .call("run")
      .result([]),
  );

  expect(input.map(({ type, content, output }) => [type, content ?? output ?? null])).toEqual([
    ["message", [{ type: "input_text", text: "kept" }]],
    ["function_call", null],
    ["function_call_output", ""],
    ["function_call", null],
    ["function_call_output", ""],
  ]);
});

test("fault 64, 78: arguments are the model's own string, whether it is JSON or not", async () => {
  const input = await inputOf(conversation().call("a", '{"b":1,  "a":2}').result("x").call("b", '{"path": "a'));

  expect(input[0]?.arguments).toBe('{"b":1,  "a":2}');
  expect(input[2]?.arguments).toBe('{"path": "a');
});
