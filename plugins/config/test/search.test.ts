import { mkdirSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { loadConfig, SEARCH_PLACES } from "../src/index.ts";
import { project, refusal } from "./project.ts";

vi.mock("node:os", async (original) => {
  const os = await original<typeof import("node:os")>();
  return { ...os, homedir: vi.fn(os.homedir) };
});

afterEach(() => {
  vi.mocked(homedir).mockReset();
});

const budget = (tokens: number): Readonly<Record<(typeof SEARCH_PLACES)[number], string>> => ({
  "varve.toml": `[context]\nturn_budget_tokens = ${tokens}\n`,
  ".varverc": `context:\n  turn_budget_tokens: ${tokens}\n`,
  ".varverc.toml": `context.turn_budget_tokens = ${tokens}\n`,
  ".varverc.json": JSON.stringify({ context: { turn_budget_tokens: tokens } }),
  ".varverc.yaml": `context: { turn_budget_tokens: ${tokens} }\n`,
  ".varverc.yml": `context: { turn_budget_tokens: ${tokens} }\n`,
  "varve.config.ts": `const tokens: number = ${tokens};\nexport default { context: { turn_budget_tokens: tokens } };\n`,
  "varve.config.js": `module.exports = { context: { turn_budget_tokens: ${tokens} } };\n`,
  "varve.config.mjs": `export default { context: { turn_budget_tokens: ${tokens} } };\n`,
  "package.json": JSON.stringify({ name: "app", varve: { context: { turn_budget_tokens: tokens } } }),
});

describe("where a configuration is found", () => {
  it.each(SEARCH_PLACES)("%s in the folder where the search begins", async (place) => {
    const folder = project({ [place]: budget(41_000)[place] });
    const loaded = await loadConfig({ cwd: folder });
    expect(loaded.config.context.turnBudgetTokens).toBe(41_000);
    expect(loaded.file).toBe(join(folder, place));
    expect(loaded.folder).toBe(folder);
  });

  it("in the nearest folder above that has one", async () => {
    const folder = project({
      "varve.toml": budget(1)["varve.toml"],
      "a/package.json": budget(2)["package.json"],
      "a/b/package.json": '{ "name": "no-key" }',
      "a/b/c/d/file": "",
    });
    const loaded = await loadConfig({ cwd: join(folder, "a/b/c/d") });
    expect(loaded.config.context.turnBudgetTokens).toBe(2);
    expect(loaded.folder).toBe(join(folder, "a"));
  });

  it("not above the home folder", async () => {
    const folder = project({ "varve.toml": budget(1)["varve.toml"], "home/project/file": "" });
    vi.mocked(homedir).mockReturnValue(join(folder, "home"));
    const loaded = await loadConfig({ cwd: join(folder, "home/project") });
    expect(loaded.file).toBeNull();
  });

  it("in the home folder itself", async () => {
    const folder = project({ "home/varve.toml": budget(7)["varve.toml"], "home/project/file": "" });
    vi.mocked(homedir).mockReturnValue(join(folder, "home"));
    const loaded = await loadConfig({ cwd: join(folder, "home/project") });
    expect(loaded.config.context.turnBudgetTokens).toBe(7);
  });

  it("up to the root for a user without a home folder", async () => {
    const folder = project({ "varve.toml": budget(8)["varve.toml"], "work/file": "" });
    vi.mocked(homedir).mockImplementation(() => {
      throw new Error("no entry");
    });
    expect((await loadConfig({ cwd: join(folder, "work") })).config.context.turnBudgetTokens).toBe(8);
  });

  it("nowhere: the defaults hold, and paths are relative to where the search began", async () => {
    const folder = project();
    vi.mocked(homedir).mockReturnValue(folder);
    expect(await loadConfig({ cwd: folder })).toEqual({
      file: null,
      folder,
      config: {
        context: { turnBudgetTokens: 100_000, compactionFraction: 0.75, compactionTarget: 0.375, order: [] },
        model: null,
        summariser: null,
        store: { path: join(folder, ".varve/varve.db") },
        prompt: { system: null, participants: [] },
        agents: {},
        skills: { paths: [] },
        log: null,
        ledger: null,
        plugins: [],
      },
      plugins: [],
      notices: [],
    });
  });

  it("in the file that is named, wherever it is and whatever is nearer", async () => {
    const folder = project({ "varve.toml": budget(1)["varve.toml"], "other/mine.yaml": budget(3)[".varverc.yaml"] });
    const loaded = await loadConfig({ cwd: folder, file: "other/mine.yaml" });
    expect(loaded.config.context.turnBudgetTokens).toBe(3);
    expect(loaded.folder).toBe(join(folder, "other"));
  });

  it("takes an empty file for a configuration that says nothing, and searches no further", async () => {
    for (const place of ["varve.toml", ".varverc", ".varverc.json", ".varverc.yaml"]) {
      const folder = project({ "varve.toml": budget(1)["varve.toml"], [`inner/${place}`]: "\n" });
      const loaded = await loadConfig({ cwd: join(folder, "inner") });
      expect(loaded.file).toBe(join(folder, "inner", place));
      expect(loaded.config.context.turnBudgetTokens).toBe(100_000);
    }
  });
});

describe("two configurations in one folder", () => {
  it("are taken in the order of places, and the ignored ones are named", async () => {
    const folder = project({ ...budget(5), "varve.toml": budget(6)["varve.toml"] });
    const heard: string[] = [];
    const loaded = await loadConfig({ cwd: folder, onNotice: (notice) => void heard.push(notice) });
    expect(loaded.config.context.turnBudgetTokens).toBe(6);
    const ignored = SEARCH_PLACES.filter((place) => place !== "varve.toml").map((place) => join(folder, place));
    expect(loaded.notices).toHaveLength(ignored.length);
    for (const [index, file] of ignored.entries()) {
      expect(loaded.notices[index]).toContain(`${file} is ignored: ${join(folder, "varve.toml")} counts`);
    }
    expect(heard).toEqual(loaded.notices);
  });

  it("are one where package.json has no key varve", async () => {
    const folder = project({ "varve.toml": "", "package.json": '{ "name": "app" }' });
    expect((await loadConfig({ cwd: folder })).notices).toEqual([]);
  });

  it("leave a broken package.json alone when something before it counts", async () => {
    const folder = project({ "varve.toml": "", "package.json": "{" });
    expect((await loadConfig({ cwd: folder })).notices).toEqual([]);
  });
});

describe("fault 74: a configuration that does not parse falls back to nothing", () => {
  it("fault 74: a broken varve.toml beside a good .varverc is an error", async () => {
    const folder = project({ "varve.toml": "[context\nturn_budget_tokens = 5\n", ".varverc": budget(5)[".varverc"] });
    const error = await refusal(folder);
    expect(error).toMatchObject({ code: "CONFIG", file: join(folder, "varve.toml"), line: 1 });
  });

  it("fault 74: a broken package.json on the way up is an error, since it might hold the configuration", async () => {
    const folder = project({ "varve.toml": "", "inner/package.json": "{ varve }" });
    const error = await refusal(join(folder, "inner"));
    expect(error).toMatchObject({ file: join(folder, "inner/package.json"), line: 1, column: 3 });
  });

  it("fault 74: a folder in a configuration's place is an error", async () => {
    const folder = project({ ".varverc": budget(5)[".varverc"] });
    mkdirSync(join(folder, "varve.toml"));
    const error = await refusal(folder);
    expect(error.message).toContain(`${join(folder, "varve.toml")}: it cannot be read`);
    expect(error.remedy).toMatch(/readable file/);
  });

  it("fault 74: a link that leads nowhere is an error", async () => {
    const folder = project({ ".varverc": budget(5)[".varverc"] });
    symlinkSync(join(folder, "gone.toml"), join(folder, "varve.toml"));
    expect((await refusal(folder)).file).toBe(join(folder, "varve.toml"));
  });
});

describe("a named file", () => {
  it("must be there", async () => {
    const folder = project();
    const error = await refusal(folder, { file: "mine.toml" });
    expect(error.message).toContain(`${join(folder, "mine.toml")}: it cannot be read`);
    expect(error.message).toContain("ENOENT");
  });

  it("must have a name that tells its format", async () => {
    const folder = project({ "mine.ini": "" });
    const error = await refusal(folder, { file: "mine.ini" });
    expect(error.message).toContain("no format is known for this name");
    expect(error.remedy).toContain(".toml");
  });

  it("must have the key varve where it is a package.json", async () => {
    const folder = project({ "package.json": "{}" });
    const error = await refusal(dirname(folder), { file: join(folder, "package.json") });
    expect(error.message).toContain("it has no key varve. Add the key");
  });
});
