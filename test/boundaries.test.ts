import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The packages that stand above the others: they put plugins together. */
const MAY_IMPORT_PLUGINS = ["plugins/defaults", "plugins/cli"];

/** A library of what model plugins share: it is no plugin, and taps nothing. */
const LIBRARIES = ["@varve/wire"];

const packages = ["kernel", ...globSync("plugins/*", { cwd: root })]
  .map((folder) => folder.replaceAll("\\", "/"))
  .toSorted();

function importsOf(file: string): readonly string[] {
  const source = readFileSync(join(root, file), "utf8");
  return [...source.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, name = ""]) => name);
}

function sourcesOf(folder: string): readonly string[] {
  return globSync(`${folder}/src/**/*.ts`, { cwd: root });
}

function packageNameOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

function manifestOf(folder: string) {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
}

describe("the kernel", () => {
  it("imports tapable and nothing else, in the two files that hold tapable's hooks", () => {
    const outside = sourcesOf("kernel").flatMap((file) =>
      importsOf(file)
        .filter((name) => !name.startsWith("."))
        .map((name) => `${relative("kernel/src", file).replaceAll("\\", "/")} ${name}`),
    );
    expect(outside.toSorted()).toEqual(["hooks/observers.ts tapable", "hooks/operation.ts tapable"]);
    expect(Object.keys(manifestOf("kernel").dependencies)).toEqual(["tapable"]);
  });

  it("reads no clock, draws no random number and prints nothing", () => {
    for (const file of sourcesOf("kernel")) {
      expect(readFileSync(join(root, file), "utf8"), file).not.toMatch(
        /Date\.now|new Date\(|Math\.random|console\.|process\.[a-z]/,
      );
    }
  });
});

describe.each(LIBRARIES)("%s", (name) => {
  it("is no plugin: it defines none and taps nothing", () => {
    for (const file of sourcesOf(name.replace("@varve/", "plugins/"))) {
      expect(readFileSync(join(root, file), "utf8"), file).not.toMatch(/definePlugin|\.tap(Promise)?\(/);
    }
  });
});

describe.each(packages)("%s", (folder) => {
  const { name, exports, files, license, publishConfig, dependencies = {}, peerDependencies = {} } = manifestOf(folder);

  it("is a package that builds, is typed and is published alone", () => {
    expect(name).toBe(folder === "kernel" ? "@varve/kernel" : folder.replace("plugins/", "@varve/"));
    expect(license).toBe("MIT");
    expect(files).toEqual(expect.arrayContaining(["dist", "README.md", "LICENSE"]));
    expect(exports["."]).toBe("./src/index.ts");
    expect(publishConfig.exports["."]).toEqual({ types: "./dist/index.d.ts", default: "./dist/index.js" });
    for (const file of ["README.md", "LICENSE", "tsconfig.build.json", "test"]) {
      expect(existsSync(join(root, folder, file)), `${folder}/${file}`).toBe(true);
    }
  });

  if (folder === "kernel" || MAY_IMPORT_PLUGINS.includes(folder)) return;

  it("imports no other plugin, and takes the kernel as its peer", () => {
    const imported = new Set(
      sourcesOf(folder)
        .flatMap(importsOf)
        .filter((specifier) => specifier.startsWith("@varve/"))
        .map(packageNameOf),
    );
    const isPlugin = (other: string) => other !== "@varve/kernel" && !LIBRARIES.includes(other);
    expect([...imported].filter(isPlugin)).toEqual([]);
    expect(peerDependencies).toHaveProperty("@varve/kernel");
    expect(Object.keys(dependencies).filter((other) => other.startsWith("@varve/") && isPlugin(other))).toEqual([]);
  });
});
