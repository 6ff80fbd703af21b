import type { InputItem, JsonObject } from "@varve/kernel";
import { conversation } from "@varve/test-builders";
import { expect, test } from "vitest";
import { messagesOf } from "./encoded.ts";

const ours = (fields: JsonObject) => ({ provider: "anthropic", fields });
const citation = { type: "page_location", cited_text: "a", document_index: 0 };
const marked = { cache_control: { type: "ephemeral" } };

async function blocksOf(...items: readonly InputItem[]): Promise<readonly JsonObject[]> {
  const talk = conversation().user("go");
  for (const item of items) talk.item(item);
  return (await messagesOf(talk.user("on"))).flatMap(({ content }) => content).slice(1, -1);
}

test("the assistant's citations go back with its text, and nobody else's: the API refuses them there", async () => {
  const message = (role: "user" | "assistant", provider = "anthropic"): InputItem => ({
    kind: "message",
    role,
    parts: [{ kind: "text", text: "So." }],
    extra: { provider, fields: { content: [{ citations: [citation] }] } },
  });
  expect(await blocksOf(message("assistant"))).toEqual([{ type: "text", text: "So.", citations: [citation] }]);
  expect(await blocksOf(message("user"))).toEqual([{ type: "text", text: "So." }]);
  expect(await blocksOf(message("assistant", "openai"))).toEqual([{ type: "text", text: "So." }]);
});

test("who called goes back with a call; what is empty, and marks that a recording has, do not", async () => {
  const caller = { type: "direct" };
  const call: InputItem = {
    kind: "tool_call",
    callId: "1",
    name: "a",
    arguments: "{}",
    extra: ours({ caller, toolset_name: null, ...marked }),
  };
  const parts = [{ kind: "file", source: { kind: "url", url: "https://x.test/a.pdf" }, name: "a" }] as const;
  const content = [{ context: "about a", citations: { enabled: true }, ...marked }];
  const result: InputItem = { kind: "tool_result", callId: "1", parts, extra: ours({ content, ...marked }) };
  const source = { type: "url", url: "https://x.test/a.pdf" };
  const document = { type: "document", source, title: "a", context: "about a", citations: { enabled: true } };
  expect(await blocksOf(call, result)).toEqual([
    { type: "tool_use", id: "1", name: "a", input: {}, caller },
    { type: "tool_result", tool_use_id: "1", content: [document] },
  ]);
});

test("what belonged to parts that have been changed is left out", async () => {
  const changed: InputItem = {
    kind: "message",
    role: "assistant",
    parts: [{ kind: "text", text: "Short." }],
    extra: ours({ content: [{}, { citations: [citation] }] }),
  };
  expect(await blocksOf(changed)).toEqual([{ type: "text", text: "Short." }]);
});

const opaque = (data: JsonObject, provider = "anthropic"): InputItem => ({ kind: "opaque", provider, data });
const search = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "x" } };
const found = { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] };

test("the provider's own blocks go back as they came, without marks; another's do not, nor what it would refuse", async () => {
  const items = [
    opaque({ ...search, ...marked }),
    opaque(found),
    opaque({ type: "unheard_of" }),
    opaque({ type: "mcp_tool_use", id: "m1", name: "a", server_name: "b", input: {} }),
    opaque({ type: "compaction", encrypted_content: "x" }, "openai"),
  ];
  expect(await blocksOf(...items)).toEqual([search, found]);
});

test("what the provider's tool answered stays home where what it was asked is gone", async () => {
  expect(await blocksOf(opaque(found))).toEqual([]);
});

test("what the provider compacted is told: the API takes the block in the request alone that asked for it", async () => {
  const compacted = opaque({ type: "compaction", content: "It failed.", encrypted_content: null, signature: "s" });
  expect(await blocksOf(compacted)).toEqual([{ type: "text", text: "It failed." }]);
  expect(await blocksOf(opaque({ type: "compaction", content: null }))).toEqual([]);
});
