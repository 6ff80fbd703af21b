import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { shortSession } from "./sessions.ts";
import { project, recorded, varve } from "./varve.ts";

const COMMANDS = [["replay", "session.jsonl"], ["explain"], ["check"]] as const;

function configured(files: Readonly<Record<string, string>>): string {
  return project({ "session.jsonl": recorded(shortSession()), ...files });
}

const plugin = (apply: string, more = "") =>
  `export default { name: "@acme/own", api: 1, ${more} apply() { ${apply} } };`;
const named = '[[plugins]]\nuse = "./own.mjs"\n';

describe.each(COMMANDS.map((args) => ({ args, command: args[0] })))(
  "a wrong configuration ends varve $command",
  ({ args }) => {
    test.each<[what: string, files: Record<string, string>, message: RegExp]>([
      [
        "fault 41: an unknown key, with the nearest known one",
        { "varve.toml": "[context]\nturn_budget_token = 5\n" },
        /varve\.toml:2:1: context\.turn_budget_token is no known key\. The nearest known key is context\.turn_budget_tokens\.$/m,
      ],
      [
        "a value of the wrong type",
        { "varve.toml": '[context]\ncompaction_fraction = "much"\n' },
        /varve\.toml:2:1: context\.compaction_fraction is not what it should be: expected a number .* found "much".*\. Correct/,
      ],
      [
        "fault 74: a broken varve.toml, whatever stands beside it",
        { "varve.toml": "[context\n", ".varverc": '{ "context": { "turn_budget_tokens": 5000 } }' },
        /varve\.toml:1:\d+: this is not valid TOML: .*\. Mend it/,
      ],
      [
        "a plugin that is not installed",
        { "varve.toml": '[[plugins]]\nuse = "@acme/varve-nothing"\n' },
        /varve\.toml:2:1: plugins\[0\]\.use, @acme\/varve-nothing, is not installed.*\. Run npm install/,
      ],
      [
        "a plugin that throws in apply",
        { "varve.toml": named, "own.mjs": plugin('throw new Error("no such graph")') },
        /varve\.toml: plugins\[0\], \.\/own\.mjs: Plugin @acme\/own: failed while it was applied: no such graph\. Mend the plugin/,
      ],
      [
        "options that break the plugin's schema",
        {
          "varve.toml": `${named}options = { dept = 2 }\n`,
          "own.mjs": plugin("", 'options: { type: "object", additionalProperties: false, properties: { depth: {} } },'),
        },
        /varve\.toml: plugins\[0\], \.\/own\.mjs: Options of plugin @acme\/own break its schema: \/dept .*\. Correct the options/,
      ],
      [
        "options of a plugin that takes none",
        { "varve.toml": `${named}options = { depth = 2 }\n`, "own.mjs": plugin("") },
        /varve\.toml: plugins\[0\], \.\/own\.mjs: .*takes no options\. Correct the options/,
      ],
      [
        "a prompt that is not there",
        { "varve.toml": '[prompt]\nsystem = "prompts/system.md"\n' },
        /varve\.toml: Plugin @varve\/section-system-prompt: .*prompts\/system\.md cannot be read\. Check \[prompt\] system/,
      ],
      [
        "an order that cannot be",
        { "varve.toml": '[context]\norder = ["task", "system_prompt"]\n' },
        /varve\.toml: Section system_prompt: is static .*\. Move it/,
      ],
    ])("%s", async (_, files, message) => {
      const folder = configured(files);
      const { exitCode, out, err } = await varve(args, { folder });
      expect(exitCode).toBe(2);
      expect(out).toBe("");
      const errors = err.split("\n").filter((line) => line.startsWith("varve: "));
      expect(errors).toHaveLength(1);
      expect(errors[0]).toMatch(message);
      expect(existsSync(join(folder, ".varve"))).toBe(false);
    });
  },
);

describe("code that a folder brings along", () => {
  const marking = (name: string) =>
    `import { writeFileSync } from "node:fs"; writeFileSync(new URL("./${name}", import.meta.url), "");`;

  test("fault 76: it is told of before it runs, and not run with --no-code", async () => {
    const files = { "varve.toml": named, "own.mjs": `${marking("ran")}\n${plugin("")}` };
    const trusting = configured(files);
    const allowed = await varve(["check"], { folder: trusting });
    expect(allowed.exitCode).toBe(0);
    expect(allowed.err).toMatch(
      /^note: Running .*own\.mjs, the plugin that plugins\[0\]\.use in .*varve\.toml names by its path\n/,
    );
    expect(existsSync(join(trusting, "ran"))).toBe(true);

    const careful = configured(files);
    const refused = await varve(["replay", "session.jsonl", "--no-code"], { folder: careful });
    expect(refused.exitCode).toBe(2);
    expect(refused.err).toMatch(/plugins\[0\]\.use, \.\/own\.mjs, is code in .* code is refused\. Install the plugin/);
    expect(existsSync(join(careful, "ran"))).toBe(false);
  });

  test("fault 76: a configuration that is code is refused with --no-code", async () => {
    const folder = configured({ "varve.config.mjs": `${marking("ran")}\nexport default {};` });
    const { exitCode, err } = await varve(["explain", "--no-code"], { folder });
    expect(exitCode).toBe(2);
    expect(err).toContain("varve.config.mjs");
    expect(existsSync(join(folder, "ran"))).toBe(false);
  });

  test("fault 85: nothing of a folder's .config is run", async () => {
    const folder = configured({
      "varve.toml": "[context]\nturn_budget_tokens = 5000\n",
      ".config/config.js": `${marking("ran")}\nexport default {};`,
      ".config/config.mjs": `${marking("ran")}\nexport default {};`,
    });
    expect((await varve(["check", "--no-code"], { folder })).exitCode).toBe(0);
    expect(existsSync(join(folder, ".config", "ran"))).toBe(false);
  });
});

describe("flags of the command line", () => {
  test("--budget and --fraction stand above the configuration", async () => {
    const folder = configured({ "varve.toml": "[context]\nturn_budget_tokens = 900\ncompaction_fraction = 0.2\n" });
    const { out } = await varve(["replay", "session.jsonl", "--budget", "40_000", "--fraction", "0.5"], { folder });
    expect(out).toContain("of 20,000");
  });

  test("--config names the file, and nothing is searched", async () => {
    const folder = configured({ "varve.toml": "broken = [", "other.toml": "[context]\nturn_budget_tokens = 8000\n" });
    const { exitCode, out } = await varve(["replay", "session.jsonl", "--config", "other.toml"], { folder });
    expect(exitCode).toBe(0);
    expect(out).toContain("of 6,000");
  });

  test("a configuration that is not there is an error, and not the defaults", async () => {
    const { exitCode, err } = await varve(["replay", "session.jsonl", "--config", "gone.toml"], {
      folder: configured({}),
    });
    expect(exitCode).toBe(2);
    expect(err).toContain("gone.toml");
  });

  test("an agent whose card is an address is refused before a replay, which has no network", async () => {
    const folder = configured({ "varve.toml": '[agents.billing]\ncard_url = "http://127.0.0.1:9/card.json"\n' });
    const { exitCode, err } = await varve(["replay", "session.jsonl"], { folder });
    expect(exitCode).toBe(2);
    expect(err).toMatch(
      /varve\.toml: agents\.billing\.card_url is an address, and a replay has no network\. Save the card/,
    );
  });

  test.each([
    [["--budget", "0"], "whole number of tokens above 0"],
    [["--budget", "many"], "whole number of tokens above 0"],
    [["--budget", "1.5"], "whole number of tokens above 0"],
    [["--fraction", "0"], "above 0 and at most 1"],
    [["--fraction", "1.1"], "above 0 and at most 1"],
    [["--show", "0"], "the number of a call, from 1"],
    [["--format", "morse"], "Allowed choices are"],
    [["--bugdet", "3"], "Did you mean --budget?"],
    [["--json", "--show", "1"], "cannot be used with"],
  ])("%j is bad usage, and the message says what is right", async (flags, message) => {
    const { exitCode, out, err } = await varve(["replay", "session.jsonl", ...flags], { folder: configured({}) });
    expect([exitCode, out]).toEqual([2, ""]);
    expect(err).toMatch(/^varve: /);
    expect(err).toContain(message);
  });
});
