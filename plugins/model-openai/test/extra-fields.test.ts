import type { JsonObject } from "@varve/kernel";
import { conversation } from "@varve/test-builders";
import { expect, test } from "vitest";
import { inputOf } from "./encoded.ts";

const extra = (fields: JsonObject, provider = "openai") => ({ provider, fields });

const said = (fields: JsonObject, provider?: string) =>
  inputOf(
    conversation().item({
      kind: "message",
      role: "assistant",
      parts: [{ kind: "text", text: "hm" }],
      extra: extra(fields, provider),
    }),
  );

test("what the provider put into an item goes back with it", async () => {
  expect(await said({ phase: "commentary" })).toEqual([
    { type: "message", role: "assistant", content: "hm", phase: "commentary" },
  ]);
});

test("what another provider put there stays home", async () => {
  expect(await said({ phase: "commentary" }, "anthropic")).toEqual([
    { type: "message", role: "assistant", content: "hm" },
  ]);
});

test("ids, states, empty members and a recorder's bookkeeping are not sent, and nothing is overwritten", async () => {
  const fields = { id: "msg_1", status: "completed", phase: null, internal_note: { turn: 1 }, role: "user" };

  expect(await said(fields)).toEqual([{ type: "message", role: "assistant", content: "hm" }]);
});

test("a call keeps its namespace", async () => {
  const input = await inputOf(
    conversation().item({
      kind: "tool_call",
      callId: "c1",
      name: "search",
      arguments: "{}",
      extra: extra({ id: "fc_1", namespace: "mcp__docs", status: "completed" }),
    }),
  );

  expect(input).toEqual([
    { type: "function_call", call_id: "c1", name: "search", arguments: "{}", namespace: "mcp__docs" },
  ]);
});

test("a custom tool's call and its result are sent as they came", async () => {
  const input = await inputOf(
    conversation()
      .item({
        kind: "tool_call",
        callId: "c1",
        name: "apply_patch",
        arguments: "*** Begin Patch",
        extra: extra({ type: "custom_tool_call", status: "completed" }),
      })
      .result("ok", "c1"),
  );

  expect(input).toEqual([
    { type: "custom_tool_call", call_id: "c1", name: "apply_patch", input: "*** Begin Patch" },
    { type: "custom_tool_call_output", call_id: "c1", output: "ok" },
  ]);
});

test("a recorded part keeps its own fields, but no cache breakpoint", async () => {
  const input = await inputOf(
    conversation().item({
      kind: "message",
      role: "user",
      parts: [{ kind: "file", source: { kind: "file_id", id: "file-1" } }],
      extra: extra({ content: [{ detail: "low", prompt_cache_breakpoint: { mode: "explicit" } }] }),
    }),
  );

  expect(input[0]?.content).toEqual([{ type: "input_file", file_id: "file-1", detail: "low" }]);
});

test("parts that were changed since do not get the fields of those that were there", async () => {
  const input = await inputOf(
    conversation().item({
      kind: "message",
      role: "user",
      parts: [{ kind: "text", text: "new" }],
      extra: extra({ content: [{ detail: "low" }, {}] }),
    }),
  );

  expect(input[0]?.content).toEqual([{ type: "input_text", text: "new" }]);
});
