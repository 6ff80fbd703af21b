import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../src/index.ts";
import { project, refusal } from "./project.ts";

/** One broken text of each format, with where it is broken. */
const BROKEN: readonly (readonly [place: string, text: string, line: number, column: number, says: string])[] = [
  ["varve.toml", "[context]\nturn_budget_tokens = \n", 2, 22, "this is not valid TOML: "],
  ["varve.toml", "[store]\npath = 1\npath = 2\n", 3, 1, "this is not valid TOML: trying to redefine"],
  [".varverc.toml", "a = 99999999999999999999", 1, 5, "cannot be represented losslessly"],
  [".varverc.json", '{\n  "store": {\n    "path": x\n  }\n}', 3, 13, "this is not valid JSON: Unexpected token 'x'"],
  [".varverc.json", '{\n  "store": {},\n}', 3, 1, "this is not valid JSON: Expected double-quoted property name"],
  [".varverc.json", '{ "store": ', 1, 12, "this is not valid JSON: Unexpected end of JSON input"],
  [".varverc.yaml", "store:\n  path: a\n path: b\n", 3, 2, "this is not valid YAML: bad indentation"],
  [".varverc", "store: [1", 1, 10, "this is not valid YAML: unexpected end"],
  ["package.json", '{\n "varve": {]\n}', 2, 12, "this is not valid JSON: "],
];

describe("a malformed file", () => {
  it.each(BROKEN)("%s is refused with the place and a remedy: %j", async (place, text, line, column, says) => {
    const folder = project({ [place]: text });
    const error = await refusal(folder);
    expect(error.message).toContain(`${join(folder, place)}:${line}:${column}: `);
    expect(error.message).toContain(says);
    expect(error.message.trim()).toMatch(/ Mend it.*\.$/);
    expect(error).toMatchObject({ file: join(folder, place), line, column });
    expect(error.cause).toBeInstanceOf(Error);
  });

  it("without an extension is read as YAML, and says so when it is TOML", async () => {
    const folder = project({ ".varverc": "[context]\nturn_budget_tokens = 5\n" });
    expect((await refusal(folder)).remedy).toContain("name it .varverc.toml if it is TOML");
  });

  it("that is not UTF-8 is refused, not read with replaced characters", async () => {
    const folder = project({ "varve.toml": Buffer.from('store.path = "a"', "utf16le") });
    // UTF-16 text with a byte order mark is no UTF-8.
    const marked = project({ "varve.toml": Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("a", "utf16le")]) });
    expect((await refusal(folder)).file).toBe(join(folder, "varve.toml"));
    expect((await refusal(marked)).message).toContain("it is not UTF-8 text. Save it as UTF-8.");
  });

  it("may begin with a byte order mark", async () => {
    const folder = project({ "varve.toml": "\uFEFF[context]\nturn_budget_tokens = 12\n" });
    expect((await loadConfig({ cwd: folder })).config.context.turnBudgetTokens).toBe(12);
  });
});

describe("a configuration in code", () => {
  it("is refused with the line that throws, and the cause is kept", async () => {
    const folder = project({ "varve.config.mjs": 'const a = 1;\n\nthrow new RangeError("no luck");\n' });
    const error = await refusal(folder);
    expect(error.message).toContain("it cannot be run: no luck");
    expect(error.line).toBe(3);
    expect(error.cause).toBeInstanceOf(RangeError);
  });

  it("needs a default export", async () => {
    const folder = project({ "varve.config.mjs": "export const config = {};\n" });
    expect((await refusal(folder)).message).toContain("it has no default export. Write `export default { … }`.");
  });

  it("may leave members undefined", async () => {
    const folder = project({
      "varve.config.mjs": "export default { model: undefined, store: { path: undefined } };\n",
    });
    expect((await loadConfig({ cwd: folder })).config.model).toBeNull();
  });

  it.each([
    ["a function", "export default () => ({});", "the configuration is a function"],
    ["a map", "export default { agents: new Map() };", "agents is an object with a prototype of its own"],
    [
      "a table with a prototype",
      "export default { agents: { __proto__: { a: 1 } } };",
      "agents is an object with a prototype",
    ],
    [
      "a big number",
      "export default { context: { turn_budget_tokens: 5n } };",
      "context.turn_budget_tokens is a bigint",
    ],
    ["itself", "const a = {}; a.skills = a; export default a;", "nested more than 100 deep"],
  ])("holds data alone, not %s", async (_what, source, says) => {
    const error = await refusal(project({ "varve.config.mjs": source }));
    expect(error.message).toContain(says);
    expect(error.message).toMatch(/\. (Write a text|Make the configuration smaller)/);
  });
});

describe("values that a format has and a configuration has not", () => {
  it.each([
    ["varve.toml", '[[plugins]]\nuse = "x"\noptions = { since = 2026-01-01 }', "plugins[0].options.since is a date", 3],
    ["varve.toml", "context.turn_budget_tokens = inf", "context.turn_budget_tokens is the number Infinity", 1],
    [".varverc.yaml", "context: { turn_budget_tokens: .nan }", "context.turn_budget_tokens is the number NaN", 1],
  ])("%s: %s", async (place, text, says, line) => {
    const error = await refusal(project({ [place]: text }));
    expect(error.message).toContain(says);
    expect(error.line).toBe(line);
  });

  it("YAML aliases that multiply into millions of values are refused at once", async () => {
    const levels = Array.from({ length: 12 }, (_, level) => {
      const inner = level === 0 ? '"x"' : `*l${level - 1}`;
      return `l${level}: &l${level} [${Array.from({ length: 10 }, () => inner).join(", ")}]`;
    });
    const started = performance.now();
    const error = await refusal(project({ ".varverc": levels.join("\n") }));
    expect(error.message).toContain("larger than 100000 values");
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
