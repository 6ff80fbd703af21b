import { conversation, encodeContext, tapped, windowOf } from "@varve/test-builders";
import { expect, test } from "vitest";
import plugin from "../src/index.ts";
import { encoder, MODEL } from "./encoded.ts";

test("answers model.encode and model.invoke at the default stage", async () => {
  const anthropic = await tapped(plugin, { name: MODEL });
  expect(anthropic.taps("model.encode.in")).toEqual(["@varve/model-anthropic@1000"]);
  expect(anthropic.taps("model.invoke.in")).toEqual(["@varve/model-anthropic@1000"]);
});

test("declares what is known of the model, a dated snapshot included; options override it", async () => {
  const limits = async (options: Parameters<typeof tapped<{ name: string }>>[1]) =>
    (await tapped(plugin, options)).models;
  expect(await limits({ name: "claude-haiku-4-5-20251001" })).toMatchObject([
    { windowTokens: 200_000, outputTokens: 64_000 },
  ]);
  expect(
    await (await tapped(plugin, { name: "mine", context_window_tokens: 8_000, thinking_budget_tokens: 1_024 })).models,
  ).toEqual([{ provider: "anthropic", name: "mine", windowTokens: 8_000, outputTokens: 2_000 }]);
  expect(await limits({ name: "mine" })).toEqual([]);
});

test("a model that is not the kernel's own declares nothing, stands before the default, and answers only for its provider", async () => {
  const second = await tapped(plugin, { name: MODEL, declare: false });
  const window = windowOf(conversation().user("hi"));
  expect(second.models).toEqual([]);
  expect(second.taps("model.invoke.in")).toEqual(["@varve/model-anthropic@100"]);
  expect(await second.call("model.encode.in", encodeContext(window))).toBeUndefined();
  const model = { provider: "anthropic", name: "claude-haiku-4-5", windowTokens: 200_000, outputTokens: 8_000 };
  expect(await second.call("model.encode.in", encodeContext(window, { model }))).toMatchObject({
    provider: "anthropic",
  });
});

test("passes on what is meant for another provider", async () => {
  const anthropic = await tapped(plugin, { name: MODEL });
  const model = { provider: "openai", name: "gpt-5", windowTokens: 400_000, outputTokens: 8_000 };
  const context = encodeContext(windowOf(conversation().user("hi")), { model });
  expect(await anthropic.call("model.encode.in", context)).toBeUndefined();
  expect(
    await anthropic.call("model.invoke.in", { ...context, request: { provider: "openai", body: {} } }),
  ).toBeUndefined();
});

test("what is set for the configured model is not asked of another", async () => {
  const encode = await encoder({ name: "claude-opus-5-5", reasoning_effort: "max", max_output_tokens: 500 });
  const model = { provider: "anthropic", name: "claude-haiku-4-5", windowTokens: 200_000, outputTokens: 8_000 };
  const { body } = await encode(windowOf(conversation().user("hi")), { model, maxOutputTokens: 2_000 });
  expect(body).toMatchObject({ model: "claude-haiku-4-5", max_tokens: 2_000 });
  expect(body).not.toHaveProperty("output_config");
});

test("fault 41: its schema refuses keys that it does not know", () => {
  expect(plugin.options).toMatchObject({ additionalProperties: false, required: ["name"] });
});
