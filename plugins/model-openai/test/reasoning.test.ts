import type { Opaque, Reasoning } from "@varve/kernel";
import { conversation } from "@varve/test-builders";
import { expect, test } from "vitest";
import { bodyOf, inputOf } from "./encoded.ts";

/** Reasoning as the provider gives it. */
const sealed: Partial<Reasoning> = {
  encrypted: "gAAAAAB",
  extra: { provider: "openai", fields: { id: "rs_1", status: "completed", content: null } },
};

const typesOf = async (...given: Parameters<typeof inputOf>) => (await inputOf(...given)).map(({ type }) => type);

test("fault 7: encrypted content is asked for and replayed, together with the id that it is sealed with", async () => {
  const talk = conversation().user("go").reasoning("Look first.", sealed).call("grep").result("a.ts");

  const body = await bodyOf(talk);

  expect(body).toMatchObject({ store: false, include: ["reasoning.encrypted_content"] });
  expect((await inputOf(talk))[1]).toEqual({
    type: "reasoning",
    id: "rs_1",
    summary: [{ type: "summary_text", text: "Look first." }],
    encrypted_content: "gAAAAAB",
  });
});

test("fault 7: an id alone stays home: the server would look it up, and nothing is stored", async () => {
  const talk = conversation().reasoning("Look first.", { ...sealed, encrypted: "" });

  expect(await typesOf(talk.call("grep").result("a.ts"))).toEqual(["function_call", "function_call_output"]);
});

test("fault 7: content whose id was not recorded stays home: it could not be verified", async () => {
  const talk = conversation().reasoning("Look first.", { encrypted: "gAAAAAB" });

  expect(await typesOf(talk.call("grep").result("a.ts"))).toEqual(["function_call", "function_call_output"]);
});

test.each<[string, Partial<Reasoning>]>([
  ["another provider's", { ...sealed, provider: "anthropic" }],
  ["another model's", { ...sealed, model: "gpt-4o-reasoner" }],
])("fault 67: %s encrypted content stays home", async (_, reasoning) => {
  expect(await typesOf(conversation().reasoning("Look first.", reasoning).assistant("Found it."))).toEqual(["message"]);
});

test("fault 67: what a dated snapshot of this very model sealed is replayed", async () => {
  const talk = conversation()
    .reasoning("Look first.", { ...sealed, model: "gpt-5-2025-08-07" })
    .assistant("Found it.");

  expect(await typesOf(talk, { name: "gpt-5" })).toEqual(["reasoning", "message"]);
  expect(await typesOf(talk, { name: "gpt-5-mini" })).toEqual(["message"]);
});

test("fault 6: reasoning is left out with the item that it belongs to", async () => {
  const foreign: Opaque = { kind: "opaque", provider: "anthropic", data: { type: "thinking" } };

  const talk = conversation()
    .reasoning("one", sealed)
    .item(foreign)
    .call("grep")
    .result("a.ts")
    .reasoning("two", sealed)
    .assistant("")
    .user("and?")
    .reasoning("three", sealed);

  expect(await typesOf(talk)).toEqual(["function_call", "function_call_output", "message"]);
});

test("several reasoning items before one answer go with it", async () => {
  const talk = conversation().reasoning("one", sealed).reasoning("two", sealed).call("grep").call("ls");

  expect(await typesOf(talk)).toEqual(["reasoning", "reasoning", "function_call", "function_call"]);
});

test("the provider's own items are replayed as they came", async () => {
  const search = { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "x" } };
  const compaction = { type: "compaction", id: "cmp_1", encrypted_content: "gAAAAAB" };

  const input = await inputOf(
    conversation()
      .item({ kind: "opaque", provider: "openai", data: search })
      .item({ kind: "opaque", provider: "openai", data: compaction }),
  );

  expect(input).toEqual([search, compaction]);
});

test.each<[string, Opaque]>([
  ["another provider's item", { kind: "opaque", provider: "anthropic", data: { type: "compaction" } }],
  [
    "what another model sealed",
    {
      kind: "opaque",
      provider: "openai",
      model: "gpt-4.1",
      data: { type: "compaction", encrypted_content: "gAAAAAB" },
    },
  ],
  [
    "a reference to an item that is not stored",
    { kind: "opaque", provider: "openai", data: { type: "item_reference", id: "msg_1" } },
  ],
  [
    "an item of a type that the API does not take",
    { kind: "opaque", provider: "openai", data: { type: "agent_note" } },
  ],
  ["an item that lacks what the API asks for", { kind: "opaque", provider: "openai", data: { type: "mcp_call" } }],
])("fault 67: %s stays home", async (_, opaque) => {
  expect(await typesOf(conversation().user("go").item(opaque))).toEqual(["message"]);
});
