import type { ToolDefinition } from "@varve/kernel";
import { conversation, windowOf } from "@varve/test-builders";
import { expect, test } from "vitest";
import { bodyOf, encoder } from "./encoded.ts";

const grep: ToolDefinition = { name: "grep", description: "Searches.", parameters: { type: "object" } };

test("a body is written in one order of keys", async () => {
  const body = await bodyOf(
    conversation().user("hi"),
    { tools: [grep] },
    {
      name: "gpt-6.1-sol",
      parallel_tool_calls: false,
      max_output_tokens: 4_000,
      reasoning_effort: "low",
      reasoning_summary: "auto",
    },
  );

  expect(JSON.stringify(body)).toBe(
    JSON.stringify({
      model: "gpt-6.1-sol",
      instructions: "You are a careful engineer.",
      input: [{ type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] }],
      tools: [
        { type: "function", name: "grep", description: "Searches.", parameters: { type: "object" }, strict: null },
      ],
      parallel_tool_calls: false,
      max_output_tokens: 4_000,
      reasoning: { effort: "low", summary: "auto" },
      store: false,
      prompt_cache_key: "task-1",
      include: ["reasoning.encrypted_content"],
      stream: true,
    }),
  );
});

test("options that were not given leave nothing in the body", async () => {
  expect(Object.keys(await bodyOf(conversation().user("hi")))).toEqual([
    "model",
    "instructions",
    "input",
    "store",
    "prompt_cache_key",
    "include",
    "stream",
  ]);
});

test("a model that does not reason is not asked for reasoning", async () => {
  expect(await bodyOf(conversation().user("hi"), {}, { name: "gpt-4o" })).not.toHaveProperty("include");
});

test("a tool says whether it is strict, as it was defined", async () => {
  const tools = [
    { ...grep, strict: true },
    { ...grep, name: "ls", strict: false },
  ];

  expect((await bodyOf(conversation().user("hi"), { tools })).tools).toMatchObject([
    { strict: true },
    { strict: false },
  ]);
});

test("fault 15: forbidding tool calls keeps the tool list, so that the prefix stays the same bytes", async () => {
  const encode = await encoder();
  const window = windowOf(conversation().user("hi"), { tools: [grep] });

  const turn = await encode(window);
  const summary = await encode(window, { toolChoice: "none", purpose: "summary" });

  expect(summary.body.tool_choice).toBe("none");
  expect(JSON.stringify([summary.body.instructions, summary.body.tools, summary.body.input])).toBe(
    JSON.stringify([turn.body.instructions, turn.body.tools, turn.body.input]),
  );
});

test("without tools there is no choice of tools, which the provider would refuse", async () => {
  const encode = await encoder();

  const { body } = await encode(windowOf(conversation().user("hi")), { toolChoice: "none" });

  expect(body).not.toHaveProperty("tool_choice");
  expect(body).not.toHaveProperty("tools");
});

test("the smaller of the asked and the configured limit holds, and never less than the provider takes", async () => {
  const encode = await encoder({ name: "gpt-5", max_output_tokens: 1_000 });
  const window = windowOf(conversation().user("hi"));

  expect((await encode(window, { maxOutputTokens: 500 })).body.max_output_tokens).toBe(500);
  expect((await encode(window, { maxOutputTokens: 2_000 })).body.max_output_tokens).toBe(1_000);
  expect((await encode(window, { maxOutputTokens: 3 })).body.max_output_tokens).toBe(16);
});

test("fault 69: a task id keys the cache as it is up to 64 characters, and by its digest beyond", async () => {
  const encode = await encoder();
  const keyOf = async (taskId: string, turn: number) =>
    (await encode(windowOf(conversation().user("hi"), { taskId, turn }))).body.prompt_cache_key;

  expect(await keyOf("t".repeat(64), 1)).toBe("t".repeat(64));
  const long = await keyOf("t".repeat(100), 1);
  expect(long).toMatch(/^[0-9a-f]{64}$/);
  expect(await keyOf("t".repeat(100), 40)).toBe(long);
  expect(await keyOf(`${"t".repeat(99)}u`, 1)).not.toBe(long);
});

test("an encoder needs no key, and reads none from the environment", async () => {
  const before = process.env.OPENAI_API_KEY;
  process.env.OPENAI_API_KEY = "sk-secret";
  try {
    expect(JSON.stringify(await bodyOf(conversation().user("hi")))).not.toContain("sk-secret");
  } finally {
    if (before === undefined) delete process.env.OPENAI_API_KEY;
    else process.env.OPENAI_API_KEY = before;
  }
});
