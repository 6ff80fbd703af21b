import type { InputItem } from "@varve/kernel";
import { conversation, windowOf } from "@varve/test-builders";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AnthropicOptions } from "../src/index.ts";
import { ask, KEY, serving, streamed } from "./asking.ts";
import { encoder, MODEL, messagesOf } from "./encoded.ts";

const text = (words: string) => ({ type: "text", text: words });
const thinking = { kind: "reasoning", summary: ["hm"], encrypted: "sig", provider: "anthropic", model: MODEL } as const;
const thought = { type: "thinking", thinking: "hm", signature: "sig" };
const tool = { type: "tool_use", id: "1", name: "a", input: {} };

/** What the model is sent of its own words, where these items stand before a call. */
async function replayed(...items: readonly InputItem[]) {
  const talk = conversation().user("go");
  for (const item of items) talk.item(item);
  return (await messagesOf(talk.call("a", {}, "1").result("x", "1")))[1]?.content;
}

describe("thinking", () => {
  it("fault 7: goes back as it came, before what it led to", async () => {
    const fields = { type: "redacted_thinking" };
    const redacted = { ...thinking, summary: [], extra: { provider: "anthropic", fields } };
    const data = { type: "redacted_thinking", data: "sig" };
    expect(await replayed(thinking, redacted)).toEqual([thought, data, tool]);
  });

  it("fault 7: goes back where its text was not shown: the signature holds it", async () => {
    expect(await replayed({ ...thinking, summary: [] })).toEqual([{ ...thought, thinking: "" }, tool]);
  });

  it("fault 7: is not parted from its call by words of which nothing can be seen", async () => {
    const blank = { kind: "message", role: "assistant", parts: [{ kind: "text", text: "\n\n" }] } as const;
    const unheard = { kind: "opaque", provider: "anthropic", data: { type: "unheard_of" } } as const;
    expect(await replayed(thinking, blank, unheard)).toEqual([thought, tool]);
  });

  it("fault 67: of another model or provider, or without a signature, stays home", async () => {
    const foreign = [
      { ...thinking, model: "claude-opus-5" },
      { ...thinking, provider: "openai" },
      { ...thinking, encrypted: "" },
    ];
    expect(await replayed(...foreign)).toEqual([tool]);
  });

  it("fault 67: can be read by a dated snapshot of the model", async () => {
    expect(await replayed({ ...thinking, model: `${MODEL}-20250929` })).toEqual([thought, tool]);
  });

  it("that led to nothing stays home", async () => {
    const talk = conversation().user("go").item(thinking).user("stop").item(thinking);
    expect(await messagesOf(talk)).toEqual([{ role: "user", content: [text("go"), text("stop")] }]);
  });
});

const DROPS = { block_binding: { prefix_mismatch_behavior: "drop_block" } };

describe("a model is asked to think", () => {
  it.each([
    ["claude-opus-4-8", {}, undefined, undefined],
    ["claude-opus-4-8", { reasoning_effort: "high" }, { type: "adaptive" }, { effort: "high" }],
    ["claude-opus-4-5", { reasoning_effort: "low" }, undefined, { effort: "low" }],
    ["mine", { reasoning_effort: "max" }, { type: "adaptive" }, { effort: "max" }],
    [MODEL, { thinking_budget_tokens: 2_000 }, { type: "enabled", budget_tokens: 2_000 }, undefined],
  ] satisfies [string, Partial<AnthropicOptions>, unknown, unknown][])(
    "in the way it knows: %s with %j",
    async (name, options, asked, config) => {
      const { body } = await (await encoder({ name, ...options }))(windowOf(conversation().user("hi")));
      expect([body.thinking, body.output_config]).toEqual([asked, config]);
    },
  );

  it("the same way in a turn and in a summary: another way would lose the cached messages", async () => {
    const encode = await encoder({ name: "claude-opus-5-5", reasoning_effort: "high" });
    const window = windowOf(conversation().user("hi"));
    const turn = await encode(window);
    const summary = await encode(window, { purpose: "summary", toolChoice: "none", maxOutputTokens: 900 });
    expect(summary.body).toEqual({ ...turn.body, max_tokens: 900 });
  });
});

describe("fault 67: thinking that no longer fits the conversation before it, as after a compaction,", () => {
  it.each([
    ["claude-opus-5-5", {}, { type: "adaptive", ...DROPS }],
    ["claude-haiku-5-5", { reasoning_effort: "low" }, { type: "adaptive", ...DROPS }],
    ["claude-opus-5-5", { base_url: "https://api.anthropic.com/" }, { type: "adaptive", ...DROPS }],
    ["claude-opus-5-5", { base_url: "http://127.0.0.1:1" }, undefined],
    ["claude-opus-5-5", { base_url: "http://127.0.0.1:1", drop_stale_thinking: true }, { type: "adaptive", ...DROPS }],
    ["claude-opus-5-5", { drop_stale_thinking: false }, undefined],
    ["claude-opus-5", {}, undefined],
    ["claude-haiku-4-5", { drop_stale_thinking: true }, undefined],
    ["claude-yet-to-come", {}, undefined],
    ["claude-yet-to-come", { drop_stale_thinking: true }, { type: "adaptive", ...DROPS }],
  ] satisfies [string, Partial<AnthropicOptions>, unknown][])(
    "is no reason to refuse the request: %s with %j",
    async (name, options, asked) => {
      const { body } = await (await encoder({ name, ...options }))(windowOf(conversation().user("hi")));
      expect(body.thinking).toEqual(asked);
    },
  );

  describe("is asked to be left out", () => {
    beforeEach(() => void vi.stubEnv("ANTHROPIC_API_KEY", KEY));
    afterEach(() => void vi.unstubAllEnvs());

    it.each([
      ["claude-opus-5-5", "thinking-binding-controls-2026-08-01"],
      [MODEL, undefined],
    ])("with the header that %s needs for it", async (name, header) => {
      vi.stubEnv("ANTHROPIC_CUSTOM_HEADERS", "anthropic-beta: another");
      const server = await serving(streamed([text("ok")]));
      await ask(server, { options: { name, drop_stale_thinking: true } });
      expect(server.requests[0]?.headers["anthropic-beta"]).toBe(header);
    });
  });
});
