import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { kernelOptions, loadConfig } from "../src/index.ts";
import { project, refusal } from "./project.ts";

describe("what is loaded", () => {
  it("is typed, filled in, and relative to the folder of the file that says it", async () => {
    const folder = project({
      "varve.toml": `
        [context]
        turn_budget_tokens = 100_000
        compaction_fraction = 0.6
        order = ["history", "plan"]

        [model]
        provider = "openai"
        name = "gpt-6.1-sol"
        context_window_tokens = 400_000
        max_output_tokens = 8_000
        reasoning_effort = "high"

        [store]
        path = ".varve/varve.db"

        [prompt]
        system = "prompts/system.md"
        participants = [{ id = "ann", role = "maintainer" }]

        [agents.billing]
        card = "../agents/billing.json"

        [agents.search]
        card_url = "https://agents.example/card.json"

        [skills]
        paths = ["skills", "/opt/skills"]

        [log]
        path = "varve.log"
      `,
      "a/b/file": "",
    });
    const loaded = await loadConfig({ cwd: join(folder, "a/b") });
    expect(loaded.config).toEqual({
      context: {
        turnBudgetTokens: 100_000,
        compactionFraction: 0.6,
        compactionTarget: 0.3,
        order: ["history", "plan"],
      },
      model: {
        provider: "openai",
        name: "gpt-6.1-sol",
        contextWindowTokens: 400_000,
        maxOutputTokens: 8_000,
        reasoningEffort: "high",
      },
      summariser: null,
      store: { path: join(folder, ".varve/varve.db") },
      prompt: { system: join(folder, "prompts/system.md"), participants: [{ id: "ann", role: "maintainer" }] },
      agents: {
        billing: { card: join(folder, "../agents/billing.json") },
        search: { cardUrl: "https://agents.example/card.json" },
      },
      skills: { paths: [join(folder, "skills"), "/opt/skills"] },
      log: { level: "info", path: join(folder, "varve.log") },
      ledger: null,
      plugins: [],
    });
    expect(kernelOptions(loaded)).toEqual({
      context: { turnBudgetTokens: 100_000, compactionFraction: 0.6, compactionTarget: 0.3 },
      order: ["history", "plan"],
    });
  });

  it("leaves the sections' order to the kernel where none is configured", async () => {
    const loaded = await loadConfig({ cwd: project({ "varve.toml": "" }) });
    expect(kernelOptions(loaded)).not.toHaveProperty("order");
  });

  it("leaves a store in memory where it is", async () => {
    const loaded = await loadConfig({ cwd: project({ "varve.toml": "store.path = ':memory:'" }) });
    expect(loaded.config.store.path).toBe(":memory:");
  });

  it("keeps a ledger where one is asked for, in a file of the project, with prices as they are written", async () => {
    const folder = project({
      "varve.toml": "[ledger]\n[ledger.prices.'gpt-5.2']\ninput = 1\ncached_input = 0.1\noutput = 8\n",
    });
    const { config } = await loadConfig({ cwd: folder });
    const prices = { "gpt-5.2": { input: 1, cached_input: 0.1, output: 8 } };
    expect(config.ledger).toEqual({ path: join(folder, ".varve/ledger.jsonl"), prices });
  });

  it("takes nothing from the environment", async () => {
    vi.stubEnv("VARVE_CONTEXT_TURN_BUDGET_TOKENS", "7");
    vi.stubEnv("VARVE_PROMPT", "elsewhere");
    const folder = project({ "varve.toml": "prompt.system = '$VARVE_PROMPT.md'" });
    const { config } = await loadConfig({ cwd: folder });
    vi.unstubAllEnvs();
    expect(config.context.turnBudgetTokens).toBe(100_000);
    expect(config.prompt.system).toBe(join(folder, "$VARVE_PROMPT.md"));
  });
});

describe("overrides of the command line", () => {
  const folder = () => project({ "varve.toml": "[context]\nturn_budget_tokens = 50_000\n", "sub/file": "" });

  it("stand above the file, and above the defaults", async () => {
    const { config } = await loadConfig({
      cwd: folder(),
      overrides: { turnBudgetTokens: 9_000, compactionFraction: 0.5, model: "gpt-5" },
    });
    expect(config.context).toEqual({
      turnBudgetTokens: 9_000,
      compactionFraction: 0.5,
      compactionTarget: 0.25,
      order: [],
    });
    expect(config.model).toEqual({ provider: "openai", name: "gpt-5" });
  });

  it("change nothing where they are left out", async () => {
    const { config } = await loadConfig({ cwd: folder(), overrides: { turnBudgetTokens: undefined } });
    expect(config.context.turnBudgetTokens).toBe(50_000);
  });

  it("name paths from the current folder, not from the file's", async () => {
    const cwd = join(folder(), "sub");
    const { config } = await loadConfig({ cwd, overrides: { store: "here.db" } });
    expect(config.store.path).toBe(join(cwd, "here.db"));
    expect((await loadConfig({ cwd, overrides: { store: ":memory:" } })).config.store.path).toBe(":memory:");
  });

  it.each([
    [{ turnBudgetTokens: Number.NaN }, "--budget: context.turn_budget_tokens is not", "found NaN"],
    [{ turnBudgetTokens: -1 }, "--budget: ", "expected a whole number above 0, found -1"],
    [{ compactionFraction: 2 }, "--fraction: ", "expected a number above 0 and at most 1, found 2"],
    [{ compactionTarget: 0.75 }, "--target: ", "must be below compaction_fraction, which is 0.75"],
    [{ store: "" }, "--store: ", "expected a text that is not blank"],
    [{ model: " " }, "--model: ", "expected a text that is not blank"],
  ])("%j is refused with the flag's name", async (overrides, begins, says) => {
    const error = await refusal(folder(), { overrides });
    expect(error.message.startsWith(begins)).toBe(true);
    expect(error.message).toContain(says);
    expect(error.file).toBeNull();
  });

  it("are blamed when they put the file's own values out of step", async () => {
    const cwd = project({ "varve.toml": "[context]\ncompaction_target = 0.5\n" });
    const error = await refusal(cwd, { overrides: { compactionFraction: 0.4 } });
    expect(error.message).toContain("--fraction: context.compaction_target is 0.5");
  });

  it("do not hide what is wrong with the file", async () => {
    const cwd = project({ "varve.toml": "model = 5\n" });
    const error = await refusal(cwd, { overrides: { model: "gpt-5", turnBudgetTokens: 5 } });
    expect(error.message).toContain("varve.toml:1:1: model is not what it should be");
  });
});
