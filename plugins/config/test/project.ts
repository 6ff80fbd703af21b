import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { ConfigError, type LoadOptions, loadConfig } from "../src/index.ts";

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder of its own with these files in it, by their relative paths. */
export function project(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "varve-config-"));
  folders.push(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** The files of an installed package whose default export is a plugin, for ES modules alone. */
export function packageFiles(name: string, source = pluginSource(name)): Readonly<Record<string, string>> {
  return {
    [`node_modules/${name}/package.json`]: JSON.stringify({ name, type: "module", exports: { import: "./main.js" } }),
    [`node_modules/${name}/main.js`]: source,
  };
}

export function pluginSource(name: string): string {
  return `export default { name: ${JSON.stringify(name)}, api: 1, apply() {} };\n`;
}

/** The error that loading ends in. */
export async function refusal(cwd: string, options: LoadOptions = {}): Promise<ConfigError> {
  const outcome = await loadConfig({ cwd, ...options }).then(
    () => "loaded",
    (error: unknown) => error,
  );
  if (outcome instanceof ConfigError) return outcome;
  throw new Error(`expected a ConfigError, got ${String(outcome)}`, { cause: outcome });
}
