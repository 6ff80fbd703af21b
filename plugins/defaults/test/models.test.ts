import { ConfigError } from "@varve/config";
import {
  append,
  createState,
  definePlugin,
  type EncodedRequest,
  install,
  type ModelResponse,
  message,
} from "@varve/kernel";
import { describe, expect, it } from "vitest";
import { defaults } from "../src/index.ts";
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
});

describe("the summariser's model", () => {
  it("is asked for summaries, and the task's for everything else", async () => {
    const requests = await asked('model.name = "gpt-5"\nsummariser.name = "gpt-5-mini"\n');
    expect(modelsOf(requests)).toEqual(["openai gpt-5-mini", "openai gpt-5"]);
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
