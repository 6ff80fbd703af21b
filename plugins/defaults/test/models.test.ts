import { join } from "node:path";
import { ConfigError } from "@varve/config";
import {
  append,
  createState,
  definePlugin,
  type EncodedRequest,
  install,
  type Kernel,
  type ModelResponse,
  message,
} from "@varve/kernel";
import { describe, expect, it } from "vitest";
import { DEFAULT_MODEL, defaults } from "../src/index.ts";
import { configured, kernelOf, names, optionsOf } from "./project.ts";

/** The default plugins of a project with this configuration. */
const presetOf = async (toml: string) => defaults((await configured(toml)).config);

/** What a configuration's model and summariser were asked, in order, when a long conversation was compacted and gone on with. */
async function asked(toml: string): Promise<readonly EncodedRequest[]> {
  const requests: EncodedRequest[] = [];
  const answer: ModelResponse = {
    items: [message("assistant", "The importer was read.")],
    usage: null,
    model: null,
    finish: "stop",
    requestId: null,
  };
  const scripted = definePlugin({
    name: "scripted",
    api: 1,
    apply: ({ hooks }) =>
      hooks.model.invoke.in.tap("scripted", ({ request }) => {
        requests.push(request);
        return answer;
      }),
  });
  const loaded = await configured(`context.turn_budget_tokens = 3_000\nstore.path = ":memory:"\n${toml}`);
  const kernel = await kernelOf(loaded, [...defaults(loaded.config), install(scripted, undefined)]);
  const talk = Array.from({ length: 12 }, (_, number) => message("user", `${number} `.repeat(150)));
  await kernel.turn(append(createState({ taskId: "t" }), [...talk, message("user", "Go on.")]));
  return requests;
}

const modelsOf = (requests: readonly EncodedRequest[]) =>
  requests.map(({ provider, body }) => `${provider} ${String(body.model)}`);

/** Who would encode and invoke by default. */
const defaultsOf = (kernel: Kernel) =>
  kernel
    .explain()
    .operations.filter(({ name }) => name.startsWith("model."))
    .map((operation) => operation.default);

describe("the model's plugin", () => {
  it("is OpenAI's, with what the configuration says", async () => {
    const list = await presetOf(`
      [model]
      name = "qwen3"
      api = "chat_completions"
      base_url = "http://127.0.0.1:8080/v1"
      stream = false
      timeout_ms = 5_000
      max_retries = 0
      context_window_tokens = 32_000
      max_output_tokens = 2_000
      parallel_tool_calls = false
      reasoning_effort = "low"
      prompt_cache = "implicit"
      omit = ["store"]
    `);
    expect(optionsOf(list, "model-openai")).toEqual({
      name: "qwen3",
      api: "chat_completions",
      base_url: "http://127.0.0.1:8080/v1",
      stream: false,
      timeout_ms: 5_000,
      max_retries: 0,
      context_window_tokens: 32_000,
      max_output_tokens: 2_000,
      parallel_tool_calls: false,
      reasoning_effort: "low",
      prompt_cache: "implicit",
      omit: ["store"],
    });
    expect(names(list)).not.toContain("@varve/model-anthropic");
  });

  it("is Anthropic's where that provider is named", async () => {
    const list = await presetOf(`
      [model]
      provider = "anthropic"
      name = "claude-opus-4-5"
      base_url = "http://127.0.0.1:8080"
      max_output_tokens = 2_000
      reasoning_effort = "high"
      cache_ttl = "1h"
      thinking_budget_tokens = 4_000
    `);
    expect(optionsOf(list, "model-anthropic")).toEqual({
      name: "claude-opus-4-5",
      base_url: "http://127.0.0.1:8080",
      max_output_tokens: 2_000,
      reasoning_effort: "high",
      cache_ttl: "1h",
      thinking_budget_tokens: 4_000,
    });
    expect(names(list)).not.toContain("@varve/model-openai");
  });

  it("is the default at its hook points, and what it declares is gone by", async () => {
    const kernel = await kernelOf(await configured('model = { provider = "anthropic", name = "claude-opus-4-5" }\n'));
    expect(kernel.model).toMatchObject({ provider: "anthropic", name: "claude-opus-4-5", windowTokens: 200_000 });
    expect(defaultsOf(kernel)).toEqual(["@varve/model-anthropic", "@varve/model-anthropic"]);
  });

  it("gives way to the one that the configuration names where there is no [model]", async () => {
    const loaded = await configured(
      '[[plugins]]\nuse = "@varve/model-anthropic"\noptions = { name = "claude-opus-4-5" }\n',
    );
    expect(names(defaults(loaded.config))).not.toContain("@varve/model-openai");
    expect(defaultsOf(await kernelOf(loaded))).toEqual(["@varve/model-anthropic", "@varve/model-anthropic"]);
  });

  it("stays beside one of another provider that is not the kernel's own", async () => {
    const loaded = await configured(
      '[[plugins]]\nuse = "@varve/model-anthropic"\noptions = { name = "claude-opus-4-5", declare = false }\n',
    );
    const kernel = await kernelOf(loaded);
    expect(defaultsOf(kernel)).toEqual(["@varve/model-openai", "@varve/model-openai"]);
    expect(kernel.model?.name).toBe(DEFAULT_MODEL);
  });

  it("is not overruled where a [model] stands beside another one that wants to be the kernel's own", async () => {
    const loaded = await configured(
      '[[plugins]]\nuse = "@varve/model-anthropic"\noptions = { name = "claude-opus-4-5" }\n[model]\nname = "gpt-5"\n',
    );
    await expect(kernelOf(loaded)).rejects.toMatchObject({ code: "DUPLICATE_DEFAULT" });
  });
});

describe("the summariser's model", () => {
  it("is asked for summaries, and the task's for everything else", async () => {
    const requests = await asked('model.name = "gpt-5"\nsummariser.name = "gpt-5-mini"\n');
    expect(modelsOf(requests)).toEqual(["openai gpt-5-mini", "openai gpt-5"]);
  });

  it.each([
    ["openai", "gpt-5", "anthropic", "claude-haiku-4-5"],
    ["anthropic", "claude-opus-4-5", "openai", "gpt-5-mini"],
  ])("may be another provider's: %s %s has its summaries written by %s %s", async (provider, name, other, small) => {
    const requests = await asked(
      `model = { provider = "${provider}", name = "${name}" }\nsummariser = { provider = "${other}", name = "${small}" }\n`,
    );
    expect(modelsOf(requests)).toEqual([`${other} ${small}`, `${provider} ${name}`]);
  });

  it("of another provider is served by its plugin, which is not the kernel's own", async () => {
    const loaded = await configured(
      'model.name = "gpt-5"\nsummariser = { provider = "anthropic", name = "claude-haiku-4-5" }\n',
    );
    expect(optionsOf(defaults(loaded.config), "model-anthropic")).toEqual({ name: "claude-haiku-4-5", declare: false });
    const kernel = await kernelOf(loaded);
    expect(defaultsOf(kernel)).toEqual(["@varve/model-openai", "@varve/model-openai"]);
    expect(kernel.model?.name).toBe("gpt-5");
  });

  it("is not served where no model can be asked", async () => {
    const { config } = await configured(
      'model.name = "gpt-5"\nsummariser = { provider = "anthropic", name = "claude-haiku-4-5" }\n',
    );
    expect(names(defaults(config, { model: "absent" }))).not.toContain("@varve/model-anthropic");
  });

  it("is the task's own where none is named, within the limits that are", async () => {
    const requests = await asked('model.name = "gpt-5"\nsummariser = { max_output_tokens = 900 }\n');
    expect(modelsOf(requests)).toEqual(["openai gpt-5", "openai gpt-5"]);
    expect(requests.map(({ body }) => body.max_output_tokens)).toEqual([900, undefined]);
  });

  it("is asked where it is the only one that is configured", async () => {
    const list = await presetOf('summariser.name = "gpt-5-mini"\n');
    expect(names(list)).toContain("@varve/summarise-model");
  });

  it("of Anthropic has the window that is known of it too", async () => {
    const list = await presetOf(
      'model = { provider = "anthropic", name = "claude-opus-4-5" }\nsummariser.name = "claude-haiku-4-5"\n',
    );
    expect(optionsOf(list, "summarise-model")).toEqual({
      model: {
        provider: "anthropic",
        name: "claude-haiku-4-5",
        context_window_tokens: 200_000,
        max_output_tokens: 64_000,
      },
    });
  });

  it("has the window that is known of it, or the one that is configured", async () => {
    const known = await presetOf('model.name = "gpt-5"\nsummariser.name = "gpt-4.1-mini"\n');
    const told = await presetOf(
      'model.name = "gpt-5"\nsummariser = { name = "qwen3", context_window_tokens = 8_000, max_output_tokens = 500 }\n',
    );
    expect(optionsOf(known, "summarise-model")).toEqual({
      model: { provider: "openai", name: "gpt-4.1-mini", context_window_tokens: 1_047_576, max_output_tokens: 32_768 },
    });
    expect(optionsOf(told, "summarise-model")).toEqual({
      model: { provider: "openai", name: "qwen3", context_window_tokens: 8_000, max_output_tokens: 500 },
      max_output_tokens: 500,
    });
  });

  it("is refused where nothing is known of its window", async () => {
    const { config } = await configured('model.name = "gpt-5"\nsummariser.name = "qwen3"\n');
    expect(() => defaults(config)).toThrow(ConfigError);
    expect(() => defaults(config)).toThrow(
      "summariser.context_window_tokens is missing, and nothing is known of the window of qwen3, which is to summarise. Add it",
    );
    expect(names(defaults(config, { model: "absent" }))).toContain("@varve/summarise-extractive");
  });

  it("gets what a summary must hold besides", async () => {
    const list = await presetOf('model.name = "gpt-5"\nsummariser.instruction = "Name every ticket."\n');
    expect(optionsOf(list, "summarise-model")).toEqual({ instruction: "Name every ticket." });
  });
});

describe("the ledger", () => {
  it("is kept where the configuration asks for one, with its prices", async () => {
    const loaded = await configured(`
      [ledger]
      path = "cost.jsonl"
      [ledger.prices."gpt-5.2"]
      input = 1.5
      cached_input = 0.15
      output = 12
      long_context = { above_tokens = 200_000, input = 3, cached_input = 0.3, output = 18 }
      as_of = "2026-11-30"
    `);
    expect(optionsOf(defaults(loaded.config), "cache-ledger")).toEqual({
      path: join(loaded.folder, "cost.jsonl"),
      prices: {
        "gpt-5.2": {
          input: 1.5,
          cached_input: 0.15,
          output: 12,
          long_context: { above_tokens: 200_000, input: 3, cached_input: 0.3, output: 18 },
          as_of: "2026-11-30",
        },
      },
    });
    expect((await kernelOf(loaded)).explain().plugins.map(({ name }) => name)).toContain("@varve/cache-ledger");
  });

  it("is not kept where it does not", async () => {
    expect(names(await presetOf(""))).not.toContain("@varve/cache-ledger");
  });
});
