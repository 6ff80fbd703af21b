import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { kernelOptions, loadConfig } from "@varve/config";
import { defaults } from "@varve/defaults";
import { createKernel, definePlugin, type Installation, install, type Kernel, type PluginKernel } from "@varve/kernel";
import { validateSchema } from "@varve/state-ajv";
import { onTestFinished } from "vitest";

/** What makes a test's project: its configuration, its other files, and the plugins that stand before the defaults. */
export interface Project {
  /** `varve.toml`. Absent: empty, so that every default holds. */
  readonly toml?: string;
  /** By path: what else lies in the folder. */
  readonly files?: Readonly<Record<string, string>>;
  /** Third-party plugins. */
  readonly plugins?: readonly Installation[];
  readonly clock?: () => number;
}

/** A folder with a configuration, which is gone when the test is. */
export function projectFolder({ toml = "", files = {} }: Project = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "varve-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries({ "varve.toml": toml, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** The kernel of a folder's configuration: every default plugin, over a SQLite file in the folder. */
export async function kernelOf(folder: string, { plugins = [], clock }: Project = {}): Promise<Kernel> {
  const loaded = await loadConfig({ cwd: folder });
  return createKernel({
    plugins: [...defaults(loaded.config), ...loaded.plugins, ...plugins],
    validate: validateSchema,
    ...kernelOptions(loaded),
    ...(clock === undefined ? {} : { clock }),
  });
}

/** The whole default stack in a folder of its own. */
export function defaultKernel(project: Project = {}): Promise<Kernel> {
  return kernelOf(projectFolder(project), project);
}

/** `[context]` of a configuration. */
export function budget(turnBudgetTokens: number, fraction = 0.75): string {
  return `[context]\nturn_budget_tokens = ${turnBudgetTokens}\ncompaction_fraction = ${fraction}\n`;
}

/** A third-party plugin that is one function. */
export function plugin(name: string, apply: (kernel: PluginKernel) => void): Installation {
  return install(definePlugin({ name, api: 1, apply }), undefined);
}

/** What a promise is rejected with; a promise that is kept fails the test. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  const kept = Symbol("kept");
  const outcome = await promise.then(
    () => kept,
    (error: unknown) => error,
  );
  if (outcome === kept) throw new Error("the promise was kept; it should have been rejected");
  return outcome;
}
