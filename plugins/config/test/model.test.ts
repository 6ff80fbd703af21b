import { describe, expect, it } from "vitest";
import { loadConfig } from "../src/index.ts";
import { project, refusal } from "./project.ts";

const toml = (text: string) => project({ "varve.toml": text });
const loaded = async (text: string) => (await loadConfig({ cwd: toml(text) })).config;

describe("the model", () => {
  it("is OpenAI's where no provider is named, with everything that its plugin takes", async () => {
    const { model } = await loaded(`
      [model]
      name = "qwen3"
      api = "chat_completions"
      base_url = "http://127.0.0.1:8080/v1"
      stream = false
      timeout_ms = 5_000
      max_retries = 0
      parallel_tool_calls = false
      prompt_cache = "implicit"
      omit = ["store"]
    `);
    expect(model).toEqual({
      provider: "openai",
      name: "qwen3",
      api: "chat_completions",
      baseUrl: "http://127.0.0.1:8080/v1",
      stream: false,
      timeoutMs: 5_000,
      maxRetries: 0,
      parallelToolCalls: false,
      promptCache: "implicit",
      omit: ["store"],
    });
  });

  it("is Anthropic's where that is named, with what its plugin takes", async () => {
    const { model } = await loaded(`
      [model]
      provider = "anthropic"
      name = "claude"
      max_output_tokens = 8_000
      reasoning_effort = "max"
      cache_ttl = "1h"
      thinking_budget_tokens = 4_000
    `);
    expect(model).toEqual({
      provider: "anthropic",
      name: "claude",
      maxOutputTokens: 8_000,
      reasoningEffort: "max",
      cacheTtl: "1h",
      thinkingBudgetTokens: 4_000,
    });
  });

  it.each([
    ["api = 'responses'", "model.api"],
    ["reasoning_summary = 'auto'", "model.reasoning_summary"],
    ["prompt_cache = 'implicit'", "model.prompt_cache"],
    ["omit = []", "model.omit"],
  ])("does not take OpenAI's %s with Anthropic", async (line, key) => {
    const error = await refusal(toml(`[model]\nname = "m"\n${line}\nprovider = "anthropic"\n`));
    expect(error).toMatchObject({ key, line: 3, remedy: "Remove it, or name the provider that it is for." });
    expect(error.message).toContain(
      `varve.toml:3:1: ${key} is for provider "openai", and model.provider is "anthropic".`,
    );
  });

  it.each(["cache_ttl = '5m'", "thinking_budget_tokens = 2_000"])(
    "does not take Anthropic's %s with OpenAI",
    async (line) => {
      const named = await refusal(toml(`[model]\nname = "m"\nprovider = "openai"\n${line}\n`));
      expect(named.message).toContain('is for provider "anthropic", and model.provider is "openai". Remove it');
      const unsaid = await refusal(toml(`[model]\nname = "m"\n${line}\n`));
      expect(unsaid.message).toContain('and model.provider is left out, which means "openai". Remove it');
    },
  );

  it.each(["none", "minimal"])("does not reason %s with Anthropic", async (effort) => {
    const error = await refusal(toml(`[model]\nprovider = "anthropic"\nname = "m"\nreasoning_effort = "${effort}"\n`));
    expect(error.message).toContain(
      `varve.toml:4:1: model.reasoning_effort is "${effort}", which provider "anthropic" does not know. Write "low"`,
    );
  });

  it("is asked for readable reasoning in the Responses API only", async () => {
    const error = await refusal(toml("[model]\nname = 'm'\napi = 'chat_completions'\nreasoning_summary = 'auto'\n"));
    expect(error.message).toContain(
      'varve.toml:4:1: model.reasoning_summary is for api "responses", and model.api is "chat_completions". Remove it',
    );
  });

  it.each([
    ["max_output_tokens = 8_000", "context_window_tokens = 8_000", "max_output_tokens"],
    ["thinking_budget_tokens = 9_000", "context_window_tokens = 8_000", "thinking_budget_tokens"],
  ])("needs room beside %s for the rest", async (part, whole, key) => {
    const error = await refusal(toml(`[model]\nprovider = "anthropic"\nname = "m"\n${whole}\n${part}\n`));
    expect(error).toMatchObject({ key: `model.${key}`, line: 5, remedy: "Lower it, or raise the other." });
    expect(error.message).toContain(`, and must be below ${whole.split(" ")[0]}, which is `);
  });

  it("an address with a password in it is refused, and the password is not repeated", async () => {
    const error = await refusal(toml("[model]\nname = 'm'\nbase_url = 'https://ann:hunter2@host.example/v1'\n"));
    expect(error.message).toContain(
      "varve.toml:3:1: model.base_url holds a user or a password. Take it out: keys are read from the environment.",
    );
    expect(error.message).not.toContain("hunter2");
  });

  it("is not served at an address that is none", async () => {
    const error = await refusal(toml("[model]\nname = 'm'\nbase_url = 'http://[::1'\n"));
    expect(error.message).toContain("model.base_url is no address. Correct it.");
  });

  it("has everything that is wrong with it said at once", async () => {
    const error = await refusal(toml("[model]\nname = 'm'\ncache_ttl = '5m'\n[summariser]\nprovider = 'openai'\n"));
    expect(error.problems.map(({ key }) => key)).toEqual(["model.cache_ttl", "summariser.provider"]);
  });
});

describe("the summariser", () => {
  it("is of the model's provider where it names none", async () => {
    const { summariser } = await loaded(
      '[model]\nprovider = "anthropic"\nname = "large"\n[summariser]\nname = "small"\ncontext_window_tokens = 9_000\n',
    );
    expect(summariser).toEqual({ model: { provider: "anthropic", name: "small", contextWindowTokens: 9_000 } });
  });

  it("may be of another provider, and has limits and an instruction of its own", async () => {
    const { summariser } = await loaded(`
      [model]
      name = "large"
      [summariser]
      provider = "anthropic"
      name = "small"
      max_output_tokens = 2_000
      instruction = "Name every ticket."
    `);
    expect(summariser).toEqual({
      model: { provider: "anthropic", name: "small" },
      maxOutputTokens: 2_000,
      instruction: "Name every ticket.",
    });
  });

  it("is the model itself where no other is named", async () => {
    const { summariser } = await loaded('[model]\nname = "large"\n[summariser]\ninstruction = "Name every ticket."\n');
    expect(summariser).toEqual({ instruction: "Name every ticket." });
  });

  it("may be the only model", async () => {
    const { model, summariser } = await loaded('[summariser]\nname = "small"\n');
    expect(model).toBeNull();
    expect(summariser).toEqual({ model: { provider: "openai", name: "small" } });
  });

  it.each([
    [
      "[summariser]\ninstruction = 'x'",
      "summariser names no model, and there is no [model] either. Add summariser.name",
    ],
    [
      "model.name = 'm'\n[summariser]\nprovider = 'anthropic'",
      "summariser.provider is there without summariser.name. Name the summariser's model",
    ],
    [
      "model.name = 'm'\n[summariser]\ncontext_window_tokens = 9",
      "summariser.context_window_tokens is there without summariser.name.",
    ],
    [
      "[summariser]\nname = 's'\ncontext_window_tokens = 900\nmax_output_tokens = 900",
      "summariser.max_output_tokens is 900, and must be below context_window_tokens, which is 900.",
    ],
    ["[summariser]\nnam = 's'", "summariser.nam is no known key. The nearest known key is summariser.name."],
  ])("%j is refused", async (text, says) => {
    expect((await refusal(toml(text))).message).toContain(says);
  });
});
