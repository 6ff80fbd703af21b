import { conversation, encodeContext, tapped, windowOf } from "@varve/test-builders";
import { expect, test } from "vitest";
import plugin from "../src/index.ts";
import { encoder } from "./encoded.ts";

test("answers model.encode at the default stage", async () => {
  const openai = await tapped(plugin, { name: "gpt-6.1-sol" });

  expect(openai.taps("model.encode.in")).toEqual(["@varve/model-openai@1000"]);
});

test("declares what is known of the model, a dated snapshot included", async () => {
  const known = await tapped(plugin, { name: "gpt-6.1-sol" });
  const snapshot = await tapped(plugin, { name: "gpt-5-2025-08-07" });

  expect(known.models).toEqual([
    { provider: "openai", name: "gpt-6.1-sol", windowTokens: 1_050_000, outputTokens: 128_000 },
  ]);
  expect(snapshot.models).toEqual([
    { provider: "openai", name: "gpt-5-2025-08-07", windowTokens: 400_000, outputTokens: 128_000 },
  ]);
});

test("options override what is known, and stand alone for a model that is not", async () => {
  const smaller = await tapped(plugin, { name: "gpt-5", context_window_tokens: 200_000, max_output_tokens: 20_000 });
  const unknown = await tapped(plugin, { name: "local", context_window_tokens: 8_192 });

  expect(smaller.models).toMatchObject([{ windowTokens: 200_000, outputTokens: 20_000 }]);
  expect(unknown.models).toMatchObject([{ name: "local", windowTokens: 8_192, outputTokens: 2_048 }]);
});

test("a window configured below the known answer leaves room for input", async () => {
  const small = await tapped(plugin, { name: "gpt-5", context_window_tokens: 100_000 });

  expect(small.models).toMatchObject([{ windowTokens: 100_000, outputTokens: 50_000 }]);
});

test("declares nothing of a model it does not know", async () => {
  expect((await tapped(plugin, { name: "somebody-s-model" })).models).toEqual([]);
});

test("fault 41: its schema refuses keys that it does not know", () => {
  expect(plugin.options).toMatchObject({ additionalProperties: false, required: ["name"] });
});

test("passes on a window that is meant for another provider's model", async () => {
  const openai = await tapped(plugin, { name: "gpt-5" });
  const model = { provider: "anthropic", name: "claude", windowTokens: 200_000, outputTokens: 8_000 };

  const answer = await openai.call("model.encode.in", encodeContext(windowOf(conversation().user("hi")), { model }));

  expect(answer).toBeUndefined();
});

test("a call that names another of its models is encoded for that one", async () => {
  const encode = await encoder({ name: "gpt-5" });
  const model = { provider: "openai", name: "gpt-5-mini", windowTokens: 400_000, outputTokens: 8_000 };

  const { body } = await encode(windowOf(conversation().user("hi")), { model });

  expect(body.model).toBe("gpt-5-mini");
});

test("what is set for the configured model is not asked of another", async () => {
  const encode = await encoder({
    name: "gpt-5",
    reasoning_effort: "high",
    reasoning_summary: "auto",
    max_output_tokens: 500,
  });
  const model = { provider: "openai", name: "gpt-4.1-mini", windowTokens: 1_047_576, outputTokens: 8_000 };

  const { body } = await encode(windowOf(conversation().user("hi")), { model, maxOutputTokens: 2_000 });

  expect(body).toMatchObject({ model: "gpt-4.1-mini", max_output_tokens: 2_000 });
  expect(body).not.toHaveProperty("reasoning");
});

test("a model that is not the kernel's own declares nothing, stands before the default, and answers only for its provider", async () => {
  const second = await tapped(plugin, { name: "gpt-5-mini", declare: false });
  const window = windowOf(conversation().user("hi"));

  expect(second.models).toEqual([]);
  expect(second.taps("model.encode.in")).toEqual(["@varve/model-openai@100"]);
  expect(await second.call("model.encode.in", encodeContext(window))).toBeUndefined();
});

test("a request of another provider, or of another of its APIs, is passed on", async () => {
  const openai = await tapped(plugin, { name: "gpt-5" });
  const ask = (request: object) =>
    openai.call("model.invoke.in", { ...encodeContext(windowOf(conversation())), request });

  expect(await ask({ provider: "anthropic", body: {} })).toBeUndefined();
  expect(await ask({ provider: "openai", api: "chat_completions", body: {} })).toBeUndefined();
});
