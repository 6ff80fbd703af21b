import { type InputItem, isJsonObject, type JsonObject } from "@varve/kernel";
import { type Conversation, conversation, conversations, windowOf } from "@varve/test-builders";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OpenAiOptions } from "../src/index.ts";
import { encoder } from "./encoded.ts";

const OPTIONS: OpenAiOptions = { name: "local", api: "chat_completions" };

async function bodyOf(talk: Conversation, options: OpenAiOptions = OPTIONS): Promise<JsonObject> {
  return (await (await encoder(options))(windowOf(talk))).body;
}

/** The messages behind the instructions. */
async function messagesOf(talk: Conversation): Promise<readonly JsonObject[]> {
  const { messages } = await bodyOf(talk);
  if (!Array.isArray(messages) || !messages.every(isJsonObject)) throw new Error("no messages");
  return messages.slice(1);
}

const image = { kind: "image", source: { kind: "url", url: "https://example.com/a.png" }, detail: "original" } as const;

test("a body is written in one order of keys", async () => {
  const body = await bodyOf(conversation().user("hi"));
  expect(JSON.stringify(body)).toBe(
    JSON.stringify({
      model: "local",
      messages: [
        { role: "system", content: "You are a careful engineer." },
        { role: "user", content: "hi" },
      ],
      store: false,
      prompt_cache_key: "task-1",
      stream: true,
      stream_options: { include_usage: true },
    }),
  );
});

test("members that a server refuses are left out", async () => {
  const body = await bodyOf(conversation().user("hi"), {
    ...OPTIONS,
    omit: ["store", "prompt_cache_key", "stream_options"],
  });
  expect(Object.keys(body)).toEqual(["model", "messages", "stream"]);
});

test("a call made while another waits joins it, and neither loses its result", async () => {
  const talk = conversation()
    .call("a", {}, "1")
    .user("And b, please.")
    .call("b", {}, "2")
    .result("of a", "1")
    .call("c", {}, "3")
    .result("of b", "2")
    .result("of c", "3");
  expect((await messagesOf(talk)).map(({ role, content }) => [role, content])).toEqual([
    ["assistant", undefined],
    ["tool", "of a"],
    ["tool", "of b"],
    ["tool", "of c"],
    ["user", "And b, please."],
  ]);
});

test("what the model said and called in one answer is one message, and its results follow it", async () => {
  const talk = conversation()
    .assistant("Both.")
    .call("a", {}, "1")
    .call("b", {}, "2")
    .result("of b", "2")
    .result("of a", "1");
  expect(await messagesOf(talk)).toEqual([
    {
      role: "assistant",
      content: "Both.",
      tool_calls: [
        { id: "1", type: "function", function: { name: "a", arguments: "{}" } },
        { id: "2", type: "function", function: { name: "b", arguments: "{}" } },
      ],
    },
    { role: "tool", tool_call_id: "1", content: "of a" },
    { role: "tool", tool_call_id: "2", content: "of b" },
  ]);
});

test("fault 77: a message that lands between a call and its result is sent behind the result", async () => {
  const talk = conversation().call("a", {}, "1").user("wait").result("of a", "1").user("go on");
  expect((await messagesOf(talk)).map(({ role, content }) => [role, content])).toEqual([
    ["assistant", undefined],
    ["tool", "of a"],
    ["user", "wait"],
    ["user", "go on"],
  ]);
});

test("fault 78: arguments that are no JSON are sent as the model wrote them", async () => {
  const talk = conversation()
    .item({ kind: "tool_call", callId: "1", name: "a", arguments: '{"path": "a' })
    .result("", "1");
  expect((await messagesOf(talk))[0]).toMatchObject({ tool_calls: [{ function: { arguments: '{"path": "a' } }] });
});

test("fault 66: a long id is mapped the same way on call and result, and one that comes again gets a number", async () => {
  const long = "x".repeat(120);
  const talk = conversation()
    .call("a", {}, long)
    .result("", long)
    .call("a", {}, "c")
    .result("", "c")
    .call("a", {}, "c")
    .result("", "c");
  const messages = await messagesOf(talk);
  const ids = messages.flatMap(({ tool_calls: calls, tool_call_id: id }) =>
    calls === undefined ? [id] : [JSON.stringify(calls).match(/"id":"([^"]+)"/)?.[1]],
  );
  expect(ids[0]).toMatch(/^call_[0-9a-f]{32}$/);
  expect(ids).toEqual([ids[0], ids[0], "c", "c", "c_2", "c_2"]);
});

test("fault 27: an empty result and an answer of calls alone make valid messages", async () => {
  const messages = await messagesOf(conversation().user("").call("a", {}, "1").result("", "1"));
  expect(messages).toMatchObject([{ role: "assistant" }, { role: "tool", content: "" }]);
});

test("fault 67: reasoning of another API and a provider's own items stay home", async () => {
  const talk = conversation()
    .item({ kind: "reasoning", summary: ["hm"], encrypted: "gAAA", provider: "openai" })
    .item({ kind: "opaque", provider: "openai", data: { type: "compaction", encrypted_content: "gAAA" } })
    .assistant("Hello.");
  expect(await messagesOf(talk)).toEqual([{ role: "assistant", content: "Hello." }]);
});

test("images stand in a user's message; those of a result behind all results, and said to be data", async () => {
  const talk = conversation()
    .item({ kind: "message", role: "user", parts: [image] })
    .call("shot", {}, "1")
    .item({ kind: "tool_result", callId: "1", parts: [{ kind: "text", text: "done" }, image] });
  const [asked, , result, shown] = await messagesOf(talk);
  const wire = { type: "image_url", image_url: { url: "https://example.com/a.png", detail: "high" } };
  expect(asked).toEqual({ role: "user", content: [wire] });
  expect(result).toEqual({ role: "tool", tool_call_id: "1", content: "done\n[image]" });
  expect(shown).toMatchObject({ role: "user", content: [{ type: "text" }, wire] });
});

test("what the harness says is a system message, each section a part of its own", async () => {
  const parts = [{ kind: "text", text: "The task." } as const, { kind: "text", text: "The plan." } as const];
  expect(await messagesOf(conversation().item({ kind: "message", role: "developer", parts }))).toEqual([
    { role: "system", content: parts.map(({ text }) => ({ type: "text", text })) },
  ]);
});

test("a structured answer and forbidden calls are asked for in the API's own words", async () => {
  const encode = await encoder({ ...OPTIONS, stream: false });
  const window = windowOf(conversation().user("hi"), { tools: [{ name: "a", parameters: { type: "object" } }] });
  const output = { name: "verdict", schema: { type: "object" } };
  const { body } = await encode(window, { output, toolChoice: "none", maxOutputTokens: 50 });
  expect(body).toMatchObject({
    response_format: {
      type: "json_schema",
      json_schema: { name: "verdict", schema: { type: "object" }, strict: true },
    },
    tool_choice: "none",
    max_completion_tokens: 50,
    tools: [{ type: "function", function: { name: "a" } }],
  });
});

/** What a kernel hands over: every call has been answered, at the end at the latest. */
function answered(items: readonly InputItem[]): Conversation {
  const talk = conversation();
  const open: string[] = [];
  for (const item of items) {
    talk.item(item);
    if (item.kind === "tool_call") open.push(item.callId);
    if (item.kind === "tool_result" && open.includes(item.callId)) open.splice(open.indexOf(item.callId), 1);
  }
  for (const callId of open) talk.result("late", callId);
  return talk;
}

describe("any conversation", () => {
  const holds = (property: (talk: Conversation) => Promise<void>) =>
    fc.assert(
      fc.asyncProperty(conversations, (items) => property(answered(items))),
      { numRuns: 300 },
    );

  test("fault 1, 77: every call is followed by its results before anything else, and no id comes twice", async () => {
    await holds(async (talk) => {
      const seen = new Set<string>();
      let due: string[] = [];
      for (const message of await messagesOf(talk)) {
        if (message.role === "tool") {
          expect(due).toContain(message.tool_call_id);
          due = due.filter((id) => id !== message.tool_call_id);
          continue;
        }
        expect(due).toEqual([]);
        for (const [, id = ""] of JSON.stringify(message.tool_calls ?? []).matchAll(/"id":"([^"]+)"/g)) {
          expect(seen).not.toContain(id);
          expect(id.length).toBeLessThanOrEqual(40);
          seen.add(id);
          due.push(id);
        }
      }
      expect(due).toEqual([]);
    });
  });

  test("fault 26, 27: no message is empty or ill-formed", async () => {
    await holds(async (talk) => {
      for (const message of await messagesOf(talk)) {
        expect(JSON.stringify(message).isWellFormed()).toBe(true);
        expect(message.role === "tool" || message.tool_calls !== undefined || message.content !== "").toBe(true);
        expect(message.content).not.toEqual([]);
      }
    });
  });

  test("fault 24: what was sent is the beginning of what is sent next, once every call is answered", async () => {
    await holds(async (talk) => {
      const before = await messagesOf(talk);
      const after = await messagesOf(grown(talk));
      expect(after.slice(0, before.length)).toEqual(before);
    });
  });
});

function grown(talk: Conversation): Conversation {
  const next = conversation();
  for (const item of talk.items) next.item(item);
  return next.user("more").assistant("yes").call("a", {}, "later").result("x", "later");
}
