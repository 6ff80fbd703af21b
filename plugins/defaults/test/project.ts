import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { kernelOptions, type LoadedConfig, loadConfig } from "@varve/config";
import { createKernel, type Installation, type Kernel } from "@varve/kernel";
import { validateSchema } from "@varve/state-ajv";
import { onTestFinished } from "vitest";
import { defaults } from "../src/index.ts";

/** The workspace's own packages that a project's configuration can name. */
const INSTALLED = ["summarise-extractive", "store-memory", "store-sqlite", "model-anthropic"];

/** What is loaded of a project with this configuration; the project is gone when the test is. */
export async function configured(toml = "", files: Readonly<Record<string, string>> = {}): Promise<LoadedConfig> {
  const folder = mkdtempSync(join(tmpdir(), "varve-defaults-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries({ "varve.toml": toml, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  // Installed as a package manager links them.
  mkdirSync(join(folder, "node_modules/@varve"), { recursive: true });
  for (const name of INSTALLED) {
    const source = fileURLToPath(new URL(`../../${name}`, import.meta.url));
    symlinkSync(source, join(folder, "node_modules/@varve", name), "dir");
  }
  return loadConfig({ cwd: folder });
}

export function kernelOf(
  loaded: LoadedConfig,
  plugins: readonly Installation[] = [...defaults(loaded.config), ...loaded.plugins],
): Promise<Kernel> {
  return createKernel({ plugins, validate: validateSchema, ...kernelOptions(loaded) });
}

export function names(list: readonly Installation[]): readonly string[] {
  return list.map(({ plugin }) => plugin.name);
}

/** The options of `@varve/<name>`. */
export function optionsOf(list: readonly Installation[], name: string): unknown {
  return list.find(({ plugin }) => plugin.name === `@varve/${name}`)?.options;
}
