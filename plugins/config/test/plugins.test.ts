import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { PluginError } from "@varve/kernel";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../src/index.ts";
import { packageFiles, pluginSource, project, refusal } from "./project.ts";

const use = (name: string) => `[[plugins]]\nuse = "${name}"\n`;

describe("fault 42: a plugin is resolved from the wrong folder", () => {
  it("fault 42: it is resolved from the file that names it, not from the folder below where the search began", async () => {
    const folder = project({
      "varve.toml": use("@acme/varve-plugin"),
      ...packageFiles("@acme/varve-plugin", pluginSource("outer")),
      "deep/down/file": "",
      "deep/down/node_modules/@acme/varve-plugin/package.json": '{ "name": "@acme/varve-plugin", "main": "main.js" }',
      "deep/down/node_modules/@acme/varve-plugin/main.js": 'module.exports = { name: "inner", api: 1, apply() {} };',
    });
    const { plugins } = await loadConfig({ cwd: join(folder, "deep/down") });
    expect(plugins.map(({ plugin }) => plugin.name)).toEqual(["outer"]);
    expect(plugins[0]?.from).toBe(join(folder, "varve.toml"));
  });

  it("fault 42: a path is relative to the file that names it", async () => {
    const folder = project({
      "varve.toml": use("./plugins/mine.ts"),
      "plugins/mine.ts": 'const name: string = "mine";\nexport default { name, api: 1, apply() {} };\n',
      "deep/file": "",
    });
    const { plugins } = await loadConfig({ cwd: join(folder, "deep") });
    expect(plugins[0]?.plugin.name).toBe("mine");
  });

  it("fault 42: a configuration that is named by its path resolves from its own folder", async () => {
    const folder = project({ "etc/varve.toml": use("acme-plugin") });
    const installed = project({ "varve.toml": use("acme-plugin"), ...packageFiles("acme-plugin") });
    expect((await loadConfig({ cwd: folder, file: join(installed, "varve.toml") })).plugins).toHaveLength(1);
    const error = await refusal(installed, { file: join(folder, "etc/varve.toml") });
    expect(error.message).toContain("is not installed, seen from this file");
  });
});

describe("plugins", () => {
  it("are loaded in order, with their options as they are written", async () => {
    const folder = project({
      "varve.toml": `${use("b-plugin")}options = { depth = 2 }\n${use("a-plugin")}`,
      ...packageFiles("a-plugin"),
      ...packageFiles("b-plugin"),
    });
    const { plugins, notices } = await loadConfig({ cwd: folder });
    expect(plugins.map(({ plugin, options }) => [plugin.name, options])).toEqual([
      ["b-plugin", { depth: 2 }],
      ["a-plugin", undefined],
    ]);
    expect(notices).toEqual([]);
  });

  it("may be CommonJS", async () => {
    const folder = project({
      "varve.toml": use("plain"),
      "node_modules/plain/index.js": 'module.exports = { name: "plain", api: 1, apply() {} };',
    });
    expect((await loadConfig({ cwd: folder })).plugins[0]?.plugin.name).toBe("plain");
  });

  it("may be an entry of a package", async () => {
    const folder = project({
      "varve.toml": use("kit/second"),
      "node_modules/kit/package.json": '{ "name": "kit", "type": "module", "exports": { "./second": "./b.js" } }',
      "node_modules/kit/b.js": pluginSource("kit/second"),
    });
    expect((await loadConfig({ cwd: folder })).plugins[0]?.plugin.name).toBe("kit/second");
  });

  it("that were compiled to CommonJS are found one level down", async () => {
    const folder = project({
      "varve.toml": use("compiled"),
      "node_modules/compiled/index.js":
        'Object.defineProperty(exports, "__esModule", { value: true }); exports.default = { name: "compiled", api: 1, apply() {} };',
    });
    expect((await loadConfig({ cwd: folder })).plugins[0]?.plugin.name).toBe("compiled");
  });

  it("that are linked into node_modules, as workspaces do, count as installed", async () => {
    const folder = project({
      "varve.toml": use("linked"),
      "packages/linked/package.json": '{ "name": "linked", "type": "module", "exports": "./index.ts" }',
      "packages/linked/index.ts": `${pluginSource("linked")}export type Options = { a: 1 };\n`,
    });
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(join(folder, "packages/linked"), join(folder, "node_modules/linked"), "dir");
    const { plugins, notices } = await loadConfig({ cwd: folder, code: "refuse" });
    expect(plugins[0]?.plugin.name).toBe("linked");
    expect(notices).toEqual([]);
  });
});

describe("a plugin that cannot be had", () => {
  it("is named with the file, the line, the key and what to install", async () => {
    const folder = project({ "varve.toml": `[store]\npath = "x"\n\n${use("@acme/gone/sub")}` });
    const error = await refusal(folder);
    expect(error.message).toBe(
      `${join(folder, "varve.toml")}:5:1: plugins[0].use, @acme/gone/sub, is not installed, seen from this file. Run npm install @acme/gone there.`,
    );
    expect(error).toMatchObject({ key: "plugins[0].use", line: 5, code: "CONFIG" });
  });

  it.each([
    ["./gone.ts", "where nothing is", "Correct the path."],
    ["./folder", "which is no file", "Name the module's file."],
    ["fs", "is a part of Node", "Name a plugin's package."],
    ["acme/hidden", "cannot be resolved", "Check the package's exports"],
    ["broken", "cannot be resolved", "Check the package's exports"],
    ["file:///tmp/x.mjs", "is neither a package's name nor a path", "begins with ./ or ../"],
    ["data:text/javascript,throw 1", "is neither a package's name nor a path", "begins with"],
    ["#internal", "is neither a package's name nor a path", "begins with"],
    ["acme/../../evil.mjs", "is neither a package's name nor a path", "begins with"],
    ["acme/%2e%2e/%2e%2e/evil.mjs", "is neither a package's name nor a path", "begins with"],
    ["@acme", "is neither a package's name nor a path", "begins with"],
  ])("%s", async (name, says, remedy) => {
    const folder = project({
      "varve.toml": use(name),
      "package.json": '{ "imports": { "#internal": "./evil.mjs" } }',
      "evil.mjs": "throw new Error('ran');",
      "folder/index.js": "",
      ...packageFiles("acme"),
      "node_modules/broken/package.json": '{ "name": "broken", "exports": "./nowhere.js" }',
    });
    const error = await refusal(folder);
    expect(error.message).toContain(`plugins[0].use, ${name}, `);
    expect(error.message).toContain(says);
    expect(error.remedy).toContain(remedy);
  });

  it("keeps the cause when it throws on import", async () => {
    const folder = project({
      "varve.toml": use("bad"),
      ...packageFiles("bad", 'throw new RangeError("no such device");'),
    });
    const error = await refusal(folder);
    expect(error.message).toContain("plugins[0].use, bad, failed while it was imported: no such device. Mend");
    expect(error.cause).toBeInstanceOf(RangeError);
  });

  it.each([
    ["export const plugin = {};", "its default export is no object"],
    ["export default { name: 'x', api: 1 };", "has no apply"],
    ["export default { name: 'x', api: 9, apply() {} };", "speaks plugin interface 9"],
  ])("is no plugin: %s", async (source, says) => {
    const error = await refusal(project({ "varve.toml": use("odd"), ...packageFiles("odd", source) }));
    expect(error.message).toContain("plugins[0].use, odd, gives no plugin: ");
    expect(error.message).toContain(says);
    expect(error.cause).toBeInstanceOf(PluginError);
  });

  it("keeps the others from being run", async () => {
    const folder = project({
      "varve.toml": `${use("first")}${use("second")}`,
      ...packageFiles("first", "globalThis.ranTooEarly = true; export default { name: 'first', api: 1, apply() {} };"),
    });
    expect((await refusal(folder)).key).toBe("plugins[1].use");
    expect(globalThis).not.toHaveProperty("ranTooEarly");
  });
});
