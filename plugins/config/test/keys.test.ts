import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CONFIG_SCHEMA, loadConfig } from "../src/index.ts";
import { KNOWN_KEYS } from "../src/known-keys.ts";
import { project, refusal } from "./project.ts";

const toml = (text: string) => project({ "varve.toml": text });

describe("fault 41: a typo in a key is silently ignored", () => {
  it("fault 41: it is refused with the file, the line, the key and the nearest known key", async () => {
    const folder = toml("# limits\n[context]\nturn_budget_token = 5\n");
    const error = await refusal(folder);
    expect(error.message).toBe(
      `${join(folder, "varve.toml")}:3:1: context.turn_budget_token is no known key. The nearest known key is context.turn_budget_tokens.`,
    );
    expect(error).toMatchObject({ key: "context.turn_budget_token", line: 3 });
  });

  it.each([
    ["turn_budget_token = 5", "turn_budget_token", "context.turn_budget_tokens"],
    ["[contxt]", "contxt", "context"],
    ["[model]\nname = 'x'\nNAME = 'y'", "model.NAME", "model.name"],
    ["[store]\nfile = 'x'", "store.file", "store.path"],
    ["[prompt]\nsystm = 'x'", "prompt.systm", "prompt.system"],
    ["[[prompt.participants]]\nid = 'a'\nroll = 'b'", "prompt.participants[0].roll", "prompt.participants[0].role"],
    ["[agents.billing]\ncard = 'x'\ncard_uri = 'y'", "agents.billing.card_uri", "agents.billing.card_url"],
    ["[skills]\npath = ['x']", "skills.path", "skills.paths"],
    [
      "[ledger.prices.m]\ninput = 1\ncached_input = 1\noutput = 1\ncach_write = 1",
      "ledger.prices.m.cach_write",
      "ledger.prices.m.cache_write",
    ],
    ["[log]\nlevels = 'info'", "log.levels", "log.level"],
    ["[[plugins]]\nuse = 'x'\n\n[[plugins]]\nuse = 'y'\noption = {}", "plugins[1].option", "plugins[1].options"],
  ])("fault 41: %j", async (text, key, nearest) => {
    const error = await refusal(toml(text));
    expect(error.key).toBe(key);
    expect(error.message).toContain(`${key} is no known key`);
    expect(error.remedy).toBe(`The nearest known key is ${nearest}.`);
    expect(error.line).toBeGreaterThan(0);
  });

  it("fault 41: in every other format, with the line", async () => {
    for (const [place, text, line] of [
      [".varverc.json", '{\n  "store": {\n    "pth": "x"\n  }\n}', 3],
      [".varverc.yaml", "store:\n  pth: x\n", 2],
      [".varverc", '{ "store": { "pth": "x" } }', 1],
      ["package.json", '{\n  "varve": {\n    "store": {\n      "pth": "x"\n} } }', 4],
    ] as const) {
      const error = await refusal(project({ [place]: text }));
      expect(error.key).toBe("store.pth");
      expect(error.line).toBe(line);
      expect(error.remedy).toContain("store.path");
    }
    const inCode = await refusal(project({ "varve.config.mjs": "export default { store: { pth: 'x' } };" }));
    expect(inCode.key).toBe("store.pth");
    expect(inCode.line).toBeUndefined();
  });

  it("fault 41: cosmiconfig's $import is a key like any other, and imports nothing", async () => {
    const folder = project({ ".varverc.json": '{ "$import": "./base.mjs" }', "base.mjs": "throw new Error('ran');" });
    expect((await refusal(folder)).message).toContain("$import is no known key");
  });

  it("options of a plugin are the plugin's own, whatever their keys", async () => {
    const folder = project({
      "varve.toml": "[[plugins]]\nuse = './p.mjs'\noptions = { turn_budget_token = 5, a = { b = [1] } }",
      "p.mjs": "export default { name: 'p', api: 1, apply() {} };",
    });
    const { plugins } = await loadConfig({ cwd: folder });
    expect(plugins[0]?.options).toEqual({ turn_budget_token: 5, a: { b: [1] } });
  });
});

describe("values of the wrong kind", () => {
  it.each([
    [
      "context.turn_budget_tokens = 'many'",
      "context.turn_budget_tokens",
      'expected a whole number above 0, found "many" (a text)',
    ],
    ["context.turn_budget_tokens = 0", "context.turn_budget_tokens", "expected a whole number above 0, found 0"],
    ["context.turn_budget_tokens = 1.5", "context.turn_budget_tokens", "expected a whole number above 0, found 1.5"],
    [
      "context.compaction_fraction = 1.2",
      "context.compaction_fraction",
      "expected a number above 0 and at most 1, found 1.2",
    ],
    ["context.compaction_target = 1", "context.compaction_target", "expected a number above 0 and below 1, found 1"],
    ["context.order = ['plan', 'plan']", "context.order", "expected a list in which nothing stands twice"],
    ["context.order = [1]", "context.order[0]", "expected a text that is not blank, found 1"],
    ["context = 5", "context", "expected a table, found 5"],
    [
      "model = { name = 'x', provider = 'acme' }",
      "model.provider",
      'expected one of "openai", "anthropic", found "acme" (a text)',
    ],
    ["model = { name = 'x', stream = 'no' }", "model.stream", 'expected true or false, found "no" (a text)'],
    ["model = { name = 'x', timeout_ms = 0 }", "model.timeout_ms", "expected a whole number of at least 1, found 0"],
    [
      "model = { name = 'x', max_retries = -1 }",
      "model.max_retries",
      "expected a whole number of at least 0 and at most 20, found -1",
    ],
    ["model = { name = 'x', base_url = 'host' }", "model.base_url", "expected an address that begins with http:// or"],
    ["model = { name = 'x', cache_ttl = '2h' }", "model.cache_ttl", 'expected one of "5m", "1h"'],
    [
      "summariser = { name = 'x', max_output_tokens = 5 }",
      "summariser.max_output_tokens",
      "expected a whole number of at least 64, found 5",
    ],
    ["model = { name = '  ' }", "model.name", "expected a text that is not blank"],
    [
      "model = { name = 'x', reasoning_effort = 'lots' }",
      "model.reasoning_effort",
      'expected one of "none", "minimal"',
    ],
    ["store.path = true", "store.path", "expected a text that is not blank, found true"],
    ["prompt.participants = 'me'", "prompt.participants", "expected a list, found"],
    ["agents.a.card_url = 'ftp://x'", "agents.a.card_url", "expected an address that begins with http:// or https://"],
    ["ledger.prices.'gpt-5' = 1", "ledger.prices.gpt-5", "expected a table, found 1"],
    [
      "ledger.prices.'gpt-5.2' = { input = -1, cached_input = 0, output = 0 }",
      'ledger.prices."gpt-5.2".input',
      "expected a number of at least 0, found -1",
    ],
    [
      "ledger.prices.m = { input = 1, cached_input = 0, output = 0, as_of = 'today' }",
      "ledger.prices.m.as_of",
      'expected a day as YYYY-MM-DD, found "today" (a text)',
    ],
    ["log.level = 'loud'", "log.level", 'expected one of "trace", "debug"'],
    ["plugins = { use = 'x' }", "plugins", "expected a list, found a table"],
    ["[[plugins]]\nuse = 'x'\noptions = [1]", "plugins[0].options", "expected a table, found a list ([1])"],
  ])("%s", async (text, key, says) => {
    const folder = toml(text);
    const error = await refusal(folder);
    expect(error.key).toBe(key);
    expect(error.message).toContain(`${join(folder, "varve.toml")}:`);
    expect(error.message).toContain(says);
    expect(error.remedy).toBe("Correct the value, or remove the key.");
  });

  it("a missing key is named with what it is for", async () => {
    const error = await refusal(toml("[model]\nprovider = 'openai'"));
    expect(error.message).toContain("varve.toml:1:2: model.name is missing. Add it. The model's name");
  });

  it.each(["[agents.a]", "[agents.a]\ncard = 'x'\ncard_url = 'https://a.example/card'"])(
    "an agent has its card in one place: %j",
    async (text) => {
      const error = await refusal(toml(text));
      expect(error.key).toBe("agents.a");
      expect(error.message).toContain("agents.a needs exactly one of card and card_url. Give either");
    },
  );

  it("a target that is not below the fraction is refused, whichever of the two is given", async () => {
    expect((await refusal(toml("[context]\ncompaction_fraction = 0.5\ncompaction_target = 0.5"))).message).toContain(
      "varve.toml:3:1: context.compaction_target is 0.5, and must be below compaction_fraction, which is 0.5. Lower",
    );
    expect((await refusal(toml("[context]\ncompaction_target = 0.8"))).message).toContain("which is 0.75");
  });

  it("a configuration is a table", async () => {
    const error = await refusal(project({ ".varverc": "- a\n- b\n" }));
    expect(error.message).toContain("the configuration is not what it should be: expected a table, found a list");
  });

  it("everything that is wrong is said at once, each with its line", async () => {
    const error = await refusal(toml("[context]\nturn_budget_token = 5\ncompaction_fraction = 7\n\n[stor]\n"));
    expect(error.problems.map(({ key, line }) => [key, line])).toEqual([
      ["stor", 5],
      ["context.turn_budget_token", 2],
      ["context.compaction_fraction", 3],
    ]);
    for (const { reason } of error.problems) expect(error.message).toContain(reason);
  });
});

describe("fault 75: __proto__ as a key", () => {
  const hostile: readonly (readonly [place: string, text: string, key: string])[] = [
    ["varve.toml", "[__proto__]\npolluted = true", "__proto__"],
    ["varve.toml", "context.__proto__.polluted = true", "context.__proto__"],
    ["varve.toml", "[agents.__proto__]\ncard = 'x'", "agents.__proto__"],
    ["varve.toml", "[agents.constructor]\ncard = 'x'", "agents.constructor"],
    ["varve.toml", "[[plugins]]\nuse = 'x'\noptions = { a = { prototype = 1 } }", "plugins[0].options.a.prototype"],
    [".varverc.json", '{ "__proto__": { "polluted": true } }', "__proto__"],
    [
      ".varverc.json",
      '{ "plugins": [{ "use": "x", "options": { "__proto__": { "polluted": 1 } } }] }',
      "plugins[0].options.__proto__",
    ],
    [".varverc.yaml", "agents:\n  __proto__: { card: x }\n", "agents.__proto__"],
    ["package.json", '{ "varve": { "store": { "__proto__": { "path": "x" } } } }', "store.__proto__"],
    [
      "varve.config.mjs",
      'export default JSON.parse(\'{ "store": { "__proto__": { "path": "x" } } }\');',
      "store.__proto__",
    ],
  ];

  it.each(hostile)("fault 75: %s %j is refused as unknown", async (place, text, key) => {
    const error = await refusal(project({ [place]: text }));
    expect(error.key).toBe(key);
    expect(error.message).toContain(`${key} is no known key: it is a name of prototypes. Remove it`);
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain("polluted");
  });

  it("fault 75: package.json's own __proto__ gives no key varve", async () => {
    const folder = project({ "varve.toml": "", "inner/package.json": '{ "__proto__": { "varve": { "store": 5 } } }' });
    expect((await loadConfig({ cwd: join(folder, "inner") })).file).toBe(join(folder, "varve.toml"));
  });
});

describe("the schema", () => {
  it("describes every key, and lets no unknown one in at any depth", () => {
    expect(undescribed(CONFIG_SCHEMA, "")).toEqual([]);
    expect(KNOWN_KEYS).toContain("agents.<id>.card_url");
    expect(KNOWN_KEYS).toContain("prompt.participants[].id");
  });

  it("is what the README tells, key for key", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    const told = [...readme.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, key = ""]) => key);
    const isParent = (key: string) =>
      KNOWN_KEYS.some((other) => other.startsWith(`${key}.`) || other.startsWith(`${key}[`));
    // Told in one row, with what is in them.
    const wholes = ["prompt.participants", "ledger.prices.<id>.long_context"];
    const isWithin = (key: string) =>
      wholes.some((whole) => key.startsWith(`${whole}[`) || key.startsWith(`${whole}.`));
    const leaves = KNOWN_KEYS.filter((key) => !isWithin(key) && (!isParent(key) || wholes.includes(key)));
    expect(leaves.filter((key) => !told.includes(key))).toEqual([]);
  });

  it("lets an editor's $schema stand", async () => {
    const folder = project({ ".varverc.json": '{ "$schema": "https://example.com/varve.json" }' });
    expect((await loadConfig({ cwd: folder })).file).toBe(join(folder, ".varverc.json"));
  });
});

/** Keys without a description, and tables that take keys nobody described. */
function undescribed(schema: unknown, at: string): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { type, description, properties, additionalProperties, items }: Record<string, unknown> = { ...schema };
  const isPluginsOwn = at.endsWith(".options");
  const isOpen = type === "object" && additionalProperties === undefined && !isPluginsOwn;
  return [
    ...(at === "" || at.endsWith("[]") || typeof description === "string" ? [] : [at]),
    ...(isOpen || additionalProperties === true ? [`${at} is open`] : []),
    ...Object.entries(properties ?? {}).flatMap(([key, member]) => undescribed(member, `${at}.${key}`)),
    ...(typeof additionalProperties === "object" ? undescribed(additionalProperties, `${at}.<id>`) : []),
    ...undescribed(items, `${at}[]`),
  ];
}
