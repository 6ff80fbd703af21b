import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as exported from "@varve/kernel";
import { describe, expect, it, onTestFinished } from "vitest";
import { codeBlock, tableRows } from "./markdown.ts";
import { kernelWith } from "./minimal-kernel.ts";

const kernelFolder = fileURLToPath(new URL("..", import.meta.url));
const root = join(kernelFolder, "..");
const readme = readFileSync(join(kernelFolder, "README.md"), "utf8");

/** One of each class of the family: the codes that classes have, as they are at run time. */
const ONE_OF_EACH: readonly exported.VarveError[] = [
  new exported.MissingExecutorError("h"),
  new exported.ExecutorError("h", "p", "why"),
  new exported.InvalidResultError("h", "p", "why"),
  new exported.DuplicateTapError("h", "p"),
  new exported.InvalidStageError("h", "p", Number.NaN),
  new exported.DuplicateDefaultError("h", "p", "q"),
  new exported.FrozenError("p taps h"),
  new exported.SectionError("s", "why"),
  new exported.PluginError("p", "why"),
  new exported.PluginOptionsError("p", []),
  new exported.LimitsError("why"),
  new exported.ModelError("rejected", "why", { provider: "p" }),
  new exported.ItemError("why"),
  new exported.StateFormatError("", "why"),
  new exported.StateValidationError("s", "", "why"),
  new exported.ContextOverflowError({ sections: [], floorTokens: 1, triggerTokens: 1, budgetTokens: 1 }),
  new exported.NoProgressError("p", 1, 1),
  new exported.InvalidCompactionError("h", "p", "why"),
  new exported.RestoreError("why"),
  new exported.ConflictError("t", 1, 2),
  new exported.PersistenceError("why"),
  new exported.AbortedError("it", "why"),
  new exported.ObserverError("e", "o", "why"),
];

/** The names in the first cells of a README section's tables: `append` of `append(state, items)`. */
function documented(heading: string): readonly string[] {
  return tableRows(readme, heading).flatMap(([first = ""]) => /^`(\w+)/.exec(first)?.slice(1) ?? []);
}

/** What a source file exports, by name: types and values, its own and those that it passes on. */
function exportsOf(path: string): readonly string[] {
  const source = readFileSync(join(kernelFolder, "src", path), "utf8");
  const own = [...source.matchAll(/^export (?:interface|type|class|function|async function|const) (\w+)/gm)];
  const listed = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = ""]) => names.split(","));
  const whole = [...source.matchAll(/^export (?:type )?\* from "\.\/(.*)"/gm)].map(([, file = ""]) => file);
  return [
    ...own.map(([, name = ""]) => name),
    ...listed.map((name) => name.trim().replace(/^type /, "")).filter((name) => name !== ""),
    ...whole.flatMap((file) => exportsOf(file)),
  ];
}

describe("the README's example", () => {
  const example = codeBlock(readme, "ts");

  it("prints what the README says", () => {
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module-typescript", "-"], {
      cwd: kernelFolder,
      input: example,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(stdout).toBe(codeBlock(readme, "text"));
  });

  it("compiles under the project's own settings", () => {
    const folder = mkdtempSync(join(tmpdir(), "varve-readme-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const settings = {
      extends: join(root, "tsconfig.json"),
      compilerOptions: {
        paths: { "@varve/kernel": [join(kernelFolder, "src/index.ts")] },
        typeRoots: [join(root, "node_modules/@types")],
      },
      include: ["example.mts"],
      exclude: [],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
    writeFileSync(join(folder, "example.mts"), example);
    const { stdout } = spawnSync(join(root, "node_modules/.bin/tsc"), ["--noEmit", "-p", folder], {
      encoding: "utf8",
      shell: process.platform === "win32",
    });
    expect(stdout).toBe("");
  });

  it("is as long as an example may be", () => {
    expect(example.trimEnd().split("\n").length).toBeLessThanOrEqual(40);
  });
});

describe("the README's tables", () => {
  it("name every function and constant that is exported, and nothing that is not", () => {
    const errors: readonly string[] = ONE_OF_EACH.map(({ name }) => name);
    const values = Object.keys(exported).filter((name) => name !== "VarveError" && !errors.includes(name));
    const rows = ["Putting a kernel together", "The state", "For plugins"].flatMap(documented);
    const options = ["plugins", "context", "order", "clock", "validate"];
    expect(rows.filter((name) => !options.includes(name)).toSorted()).toEqual(values.toSorted());
  });

  it("name every member of a kernel, and nothing else", async () => {
    const prototype: unknown = Object.getPrototypeOf(await kernelWith());
    const members = Object.getOwnPropertyNames(prototype).filter((name) => name !== "constructor");
    expect(documented("The kernel").toSorted()).toEqual(members.toSorted());
  });

  it("name every type that is exported, and none that is not", () => {
    const types = exportsOf("index.ts").filter((name) => !Object.hasOwn(exported, name));
    const rows = tableRows(readme, "Types").flatMap(([, names = ""]) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
    );
    expect(rows.toSorted()).toEqual([...new Set(types)].toSorted());
  });
});

describe("the README's errors", () => {
  const rows = tableRows(readme, "Errors").map((cells) => cells.map((cell) => cell.replaceAll("`", "")));

  it("are those of the code, each with its meaning", () => {
    expect(rows.map(([code, , meaning]) => [code, meaning])).toEqual(Object.entries(exported.ERROR_CODES));
  });

  it("have the classes that they have in the code", () => {
    const classes = Object.values(exported).flatMap((value) =>
      typeof value === "function" && value.prototype instanceof exported.VarveError ? [value.name] : [],
    );
    expect(ONE_OF_EACH.map(({ name }) => name).toSorted()).toEqual(classes.toSorted());
    const documentedClass = new Map(rows.map(([code = "", kind = ""]) => [code, /^\w+/.exec(kind)?.[0]]));
    expect(ONE_OF_EACH.map(({ code }) => documentedClass.get(code))).toEqual(ONE_OF_EACH.map(({ name }) => name));
  });
});
