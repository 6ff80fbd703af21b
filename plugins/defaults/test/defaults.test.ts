import { join } from "node:path";
import type { Installation } from "@varve/kernel";
import { describe, expect, it } from "vitest";
import { DEFAULT_MODEL, defaults } from "../src/index.ts";
import { configured, kernelOf, names, optionsOf } from "./project.ts";

const MODEL = '[model]\nname = "gpt-5"\n';

describe("the preset", () => {
  it("names each package once, in the order of the design", async () => {
    const { config } = await configured(`${MODEL}[log]\nlevel = "warn"\n`);
    expect(names(defaults(config))).toEqual([
      "@varve/section-system-prompt",
      "@varve/section-participants",
      "@varve/section-agents",
      "@varve/section-skills",
      "@varve/section-task",
      "@varve/section-plan",
      "@varve/section-state-summary",
      "@varve/section-history",
      "@varve/section-tool-results",
      "@varve/tokens-o200k",
      "@varve/trigger-fraction",
      "@varve/keep-essentials",
      "@varve/summarise-model",
      "@varve/state-ajv",
      "@varve/store-sqlite",
      "@varve/log-pino",
      "@varve/model-openai",
    ]);
    expect(new Set(defaults(config).map(({ from }) => from))).toEqual(new Set(["@varve/defaults"]));
  });

  it("makes a kernel that assembles, compacts, encodes and stores with nothing more", async () => {
    const { operations, sections } = (await kernelOf(await configured(MODEL))).explain();
    // Approval is optional, and who sends a request may be the harness itself.
    const optional = ["compaction.approve", "model.invoke"];
    const needed = operations.filter(({ name }) => !optional.includes(name));
    expect(needed.filter((operation) => operation.default === null)).toEqual([]);
    expect(needed.length).toBeGreaterThan(15);
    expect(sections.map(({ id }) => id)).toEqual([
      "system_prompt",
      "participants",
      "agents",
      "skills_index",
      "skill",
      "task",
      "plan",
      "state_summary",
      "history",
      "tool_results",
    ]);
  });

  it("hands each plugin what the configuration says to it", async () => {
    const loaded = await configured(
      `
        [model]
        name = "gpt-5"
        context_window_tokens = 50_000
        max_output_tokens = 2_000
        reasoning_effort = "low"
        [store]
        path = "here.db"
        [prompt]
        system = "system.md"
        participants = [{ id = "ann" }]
        [agents.billing]
        card = "billing.json"
        [agents.search]
        card_url = "https://agents.example/card.json"
        [skills]
        paths = ["skills"]
        [log]
        path = "varve.log"
      `,
    );
    const at = (path: string) => join(loaded.folder, path);
    const list = defaults(loaded.config);
    expect(optionsOf(list, "section-system-prompt")).toEqual({ path: at("system.md") });
    expect(optionsOf(list, "section-participants")).toEqual({ participants: [{ id: "ann" }] });
    expect(optionsOf(list, "section-agents")).toEqual({
      agents: { billing: { card: at("billing.json") }, search: { card_url: "https://agents.example/card.json" } },
    });
    expect(optionsOf(list, "section-skills")).toEqual({ paths: [at("skills")] });
    expect(optionsOf(list, "store-sqlite")).toEqual({ path: at("here.db") });
    expect(optionsOf(list, "log-pino")).toEqual({ level: "info", path: at("varve.log") });
    expect(optionsOf(list, "model-openai")).toEqual({
      name: "gpt-5",
      context_window_tokens: 50_000,
      max_output_tokens: 2_000,
      reasoning_effort: "low",
    });
  });

  it("logs nothing, and writes requests for a model of its own, where nothing is configured", async () => {
    const list = defaults((await configured()).config);
    expect(names(list)).not.toContain("@varve/log-pino");
    expect(optionsOf(list, "model-openai")).toEqual({ name: DEFAULT_MODEL });
    expect(optionsOf(list, "section-system-prompt")).toEqual({});
  });
});

describe("the summariser", () => {
  const summariser = (list: readonly Installation[]) => names(list).filter((name) => name.includes("summarise"));

  it("is the model where one is configured", async () => {
    expect(summariser(defaults((await configured(MODEL)).config))).toEqual(["@varve/summarise-model"]);
  });

  it("extracts where no model is configured, or none can be asked", async () => {
    expect(summariser(defaults((await configured()).config))).toEqual(["@varve/summarise-extractive"]);
    const { config } = await configured(MODEL);
    expect(summariser(defaults(config, { model: "absent" }))).toEqual(["@varve/summarise-extractive"]);
  });

  it("gives way to the other one where the configuration names it", async () => {
    const loaded = await configured(`${MODEL}[[plugins]]\nuse = "@varve/summarise-extractive"\n`);
    expect(summariser(defaults(loaded.config))).toEqual([]);
    const { plugins } = (await kernelOf(loaded)).explain();
    expect(plugins.filter(({ name }) => name.includes("summarise"))).toEqual([
      { name: "@varve/summarise-extractive", from: join(loaded.folder, "varve.toml") },
    ]);
  });
});

describe("the store", () => {
  it("gives way to the one in memory where the configuration names it", async () => {
    const loaded = await configured('[[plugins]]\nuse = "@varve/store-memory"\n');
    const { plugins } = (await kernelOf(loaded)).explain();
    expect(plugins.map(({ name }) => name).filter((name) => name.includes("store"))).toEqual(["@varve/store-memory"]);
  });
});

describe("fault 39: the same plugin twice", () => {
  it("fault 39: the preset and the configuration both name it: one instance, and said", async () => {
    const loaded = await configured('[[plugins]]\nuse = "@varve/store-sqlite"\noptions = { path = ":memory:" }\n');
    const { plugins, notices } = (await kernelOf(loaded)).explain();
    expect(plugins.filter(({ name }) => name === "@varve/store-sqlite")).toEqual([
      { name: "@varve/store-sqlite", from: join(loaded.folder, "varve.toml") },
    ]);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain("@varve/store-sqlite is named twice (@varve/defaults, ");
  });
});

describe("fault 38: which plugin won depends on load order", () => {
  it("fault 38: a third party's answer stands before the default, whichever is installed first", async () => {
    const mine =
      'export default { name: "mine", api: 1, apply({ hooks }) { hooks.tokens.count.in.tap("mine", () => 1); } };';
    const loaded = await configured('[[plugins]]\nuse = "./mine.mjs"\n', { "mine.mjs": mine });
    const preset = defaults(loaded.config);
    for (const plugins of [
      [...preset, ...loaded.plugins],
      [...loaded.plugins, ...preset],
    ]) {
      const kernel = await kernelOf(loaded, plugins);
      expect(await kernel.count("a text of several tokens")).toBe(1);
    }
  });
});

describe("a network that is refused", () => {
  it("fails a card that is an address, with what to do instead", async () => {
    const loaded = await configured('[agents.search]\ncard_url = "https://agents.example/card.json"\n');
    const kernel = kernelOf(loaded, defaults(loaded.config, { network: "refused" }));
    await expect(kernel).rejects.toThrow(/search.*save the card and name it as card/);
    await expect(kernel).rejects.toMatchObject({ cause: { message: "the network is refused" } });
  });
});
