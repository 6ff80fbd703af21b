import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../src/index.ts";
import { packageFiles, project, refusal } from "./project.ts";

const run = promisify(execFile);

/** A module that leaves a mark in its folder when it is run. */
const leavesMark = (mark: string) =>
  `require("node:fs").writeFileSync(require("node:path").join(__dirname, ${JSON.stringify(mark)}), "");\n`;

const PLAIN = "[context]\nturn_budget_tokens = 123\n";

/** Every file from which cosmiconfig configures itself, made to run code or to lead to some. */
const META: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "config.js": { ".config/config.js": leavesMark("ran") },
  "config.cjs": { ".config/config.cjs": leavesMark("ran") },
  "config.ts": { ".config/config.ts": leavesMark("ran") },
  "config.mjs": {
    ".config/config.mjs":
      'import { writeFileSync } from "node:fs"; writeFileSync(new URL("ran", import.meta.url), "");',
  },
  "config.json that imports": {
    ".config/config.json": '{ "$import": "./evil.js" }',
    ".config/evil.js": leavesMark("ran"),
  },
  "config.json with search places": {
    ".config/config.json": '{ "cosmiconfig": { "searchPlaces": [".config/evil.js"], "mergeSearchPlaces": false } }',
    ".config/evil.js": leavesMark("ran"),
  },
  "config.yaml with a configuration": { ".config/config.yaml": "varve: { context: { turn_budget_tokens: 666 } }" },
  "package.json": {
    "package.json": '{ "cosmiconfig": { "$import": "./.config/evil.js" } }',
    ".config/evil.js": leavesMark("ran"),
  },
};

/** Loads in a process of its own that is started in the folder, which is where cosmiconfig looks for its own configuration. */
async function budgetLoadedIn(folder: string, code: "allow" | "refuse"): Promise<unknown> {
  const module = fileURLToPath(new URL("../src/index.ts", import.meta.url));
  const script = `
    const { loadConfig } = await import(${JSON.stringify(module)});
    const { config } = await loadConfig({ code: ${JSON.stringify(code)} });
    process.stdout.write(JSON.stringify(config.context.turnBudgetTokens));
  `;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script], { cwd: folder });
  return JSON.parse(stdout);
}

describe("fault 85: cosmiconfig runs code although only TOML was asked for", () => {
  it.each(Object.keys(META))(
    "fault 85: a hostile .config/%s is not read, with code refused or allowed",
    async (name) => {
      for (const code of ["refuse", "allow"] as const) {
        const folder = project({ "varve.toml": PLAIN, ...META[name] });
        expect(await budgetLoadedIn(folder, code)).toBe(123);
        expect(existsSync(join(folder, ".config/ran"))).toBe(false);
      }
    },
  );

  it("fault 85: an explorer made in such a folder would have run it", async () => {
    const folder = project(META["config.js"]);
    const cosmiconfig = createRequire(import.meta.url).resolve("cosmiconfig");
    const script = `require(${JSON.stringify(cosmiconfig)}).cosmiconfig("varve", { searchPlaces: ["varve.toml"], loaders: { ".toml": () => ({}) } });`;
    await run(process.execPath, ["--input-type=commonjs", "--eval", script], { cwd: folder });
    expect(existsSync(join(folder, ".config/ran"))).toBe(true);
  });
});

describe("fault 76: somebody else's repository runs code through its configuration", () => {
  const withMark = (name: string) => `globalThis[${JSON.stringify(name)}] = true;\n`;

  it("fault 76: a configuration in code is announced before it runs", async () => {
    const folder = project({ "varve.config.mjs": `${withMark("ranConfig")}export default {};\n` });
    const heard: [string, string, boolean][] = [];
    const { notices } = await loadConfig({
      cwd: folder,
      onNotice: (notice, file) => void heard.push([notice, file, "ranConfig" in globalThis]),
    });
    const file = join(folder, "varve.config.mjs");
    expect(heard).toEqual([[`Running ${file}, a configuration in code`, file, false]]);
    expect(notices).toEqual(heard.map(([notice]) => notice));
    expect(globalThis).toHaveProperty("ranConfig");
  });

  it("fault 76: a plugin that is named by its path is announced before it runs", async () => {
    const folder = project({
      "varve.toml": '[[plugins]]\nuse = "./mine.mjs"\n',
      "mine.mjs": `${withMark("ranPlugin")}export default { name: "mine", api: 1, apply() {} };\n`,
    });
    const heard: [string, boolean][] = [];
    await loadConfig({ cwd: folder, onNotice: (notice) => void heard.push([notice, "ranPlugin" in globalThis]) });
    const says = `Running ${join(folder, "mine.mjs")}, the plugin that plugins[0].use in ${join(folder, "varve.toml")} names by its path`;
    expect(heard).toEqual([[says, false]]);
    expect(globalThis).toHaveProperty("ranPlugin");
  });

  it("fault 76: whoever hears it may stop it", async () => {
    const folder = project({ "varve.config.mjs": `${withMark("ranStopped")}export default {};\n` });
    const stopped = loadConfig({ cwd: folder, onNotice: () => Promise.reject(new Error("not here")) });
    await expect(stopped).rejects.toThrow("not here");
    expect(globalThis).not.toHaveProperty("ranStopped");
  });

  it.each(["varve.config.ts", "varve.config.js", "varve.config.mjs"])(
    "fault 76: with code refused, %s is an error and does not run",
    async (place) => {
      const folder = project({
        [place]: `${withMark("ranRefused")}export default {};\n`,
        "package.json": '{ "varve": {} }',
      });
      const error = await refusal(folder, { code: "refuse" });
      expect(error.message).toContain(
        `${join(folder, place)}: this configuration is code, and code is refused. Write it as`,
      );
      const named = await refusal(folder, { code: "refuse", file: place });
      expect(named.file).toBe(join(folder, place));
      expect(globalThis).not.toHaveProperty("ranRefused");
    },
  );

  it("fault 76: with code refused, a data file before it counts, and the code is ignored and said to be", async () => {
    const folder = project({
      "varve.toml": PLAIN,
      "varve.config.mjs": `${withMark("ranIgnored")}export default {};\n`,
    });
    const { config, notices } = await loadConfig({ cwd: folder, code: "refuse" });
    expect(config.context.turnBudgetTokens).toBe(123);
    expect(notices).toHaveLength(1);
    expect(globalThis).not.toHaveProperty("ranIgnored");
  });

  it("fault 76: with code refused, a plugin by its path is an error and does not run", async () => {
    const source = `${withMark("ranByPath")}export default { name: "mine", api: 1, apply() {} };\n`;
    const folder = project({ "mine.mjs": source });
    for (const use of ["./mine.mjs", join(folder, "mine.mjs")]) {
      const cwd = project({ "varve.toml": `[[plugins]]\nuse = ${JSON.stringify(use)}\n`, "mine.mjs": source });
      const error = await refusal(cwd, { code: "refuse" });
      expect(error.message).toMatch(/plugins\[0\]\.use, .*mine\.mjs, is code in .*mine\.mjs that nobody installed/);
      expect(error.remedy).toContain("Install the plugin as a package");
    }
    expect(globalThis).not.toHaveProperty("ranByPath");
  });

  it("fault 76: the repository's own package by its name is as good as a path", async () => {
    const files = {
      "varve.toml": '[[plugins]]\nuse = "@acme/self"\n',
      "package.json": '{ "name": "@acme/self", "type": "module", "exports": "./mine.js" }',
      "mine.js": `${withMark("ranSelf")}export default { name: "self", api: 1, apply() {} };\n`,
    };
    expect((await refusal(project(files), { code: "refuse" })).message).toContain("that nobody installed");
    expect(globalThis).not.toHaveProperty("ranSelf");
    const { notices } = await loadConfig({ cwd: project(files) });
    expect(notices[0]).toMatch(/^Running .*mine\.js, the plugin/);
  });

  it("fault 76: installed packages are taken with code refused", async () => {
    const folder = project({ "varve.toml": '[[plugins]]\nuse = "@acme/good"\n', ...packageFiles("@acme/good") });
    expect((await loadConfig({ cwd: folder, code: "refuse" })).plugins).toHaveLength(1);
  });
});

describe("TypeScript", () => {
  it("runs under Node itself, without a compiler", async () => {
    const folder = project({
      "varve.config.ts":
        "const budget: number = 77;\nexport default { context: { turn_budget_tokens: budget as number } };\n",
    });
    expect(await budgetLoadedIn(folder, "allow")).toBe(77);
  });
});
