import { dirname, resolve } from "node:path";
import type { Installation } from "@varve/kernel";
import { ConfigError, type ConfigProblem } from "./config-error.ts";
import { findSource } from "./find-source.ts";
import type { Finding } from "./finding.ts";
import { type KeyPath, keyName } from "./key-path.ts";
import { loadPlugins } from "./load-plugins.ts";
import { type CodePolicy, Notices, type OnNotice } from "./notices.ts";
import { type ConfigOverrides, flagAt, overridden } from "./overrides.ts";
import { plainCopy, type Unfit } from "./plain-values.ts";
import { type Reading, readSource } from "./read-source.ts";
import type { ConfigSource } from "./source.ts";
import { validateConfig } from "./validate.ts";
import { type VarveConfig, varveConfig } from "./varve-config.ts";

export interface LoadOptions {
  /** Where the search begins, and what {@link file} and overrides are relative to. Absent: the process's folder. */
  readonly cwd?: string;
  /** The configuration file itself: nothing is searched. */
  readonly file?: string;
  /** Absent: `allow`. Running code is announced in either case. */
  readonly code?: CodePolicy;
  readonly onNotice?: OnNotice;
  readonly overrides?: ConfigOverrides;
}

export interface LoadedConfig {
  /** Absolute path; `null`: there is none, and the defaults hold. */
  readonly file: string | null;
  /** The folder that paths are relative to: the file's, or the one where the search began. */
  readonly folder: string;
  readonly config: VarveConfig;
  /** What `plugins` names, imported, in order. Options are as they are written: the kernel checks them. */
  readonly plugins: readonly Installation[];
  /** What was ignored, and what code was run, in the order in which it was told. */
  readonly notices: readonly string[];
}

/**
 * Finds, reads and checks a configuration, and imports its plugins. Environment variables are not read.
 * @throws ConfigError for whatever is wrong with it: there is no falling back to another file or to defaults
 */
export async function loadConfig(options: LoadOptions = {}): Promise<LoadedConfig> {
  const cwd = resolve(options.cwd ?? ".");
  const notices = new Notices(options.onNotice);
  const reading: Reading = { code: options.code ?? "allow", notices };
  const found =
    options.file === undefined ? await findSource(cwd, reading) : await namedSource(cwd, options.file, reading);

  const source = found ?? { file: null, content: {}, locate: () => null };
  const folder = source.file === null ? cwd : dirname(source.file);
  const config = checked(source, folder, { ...options, cwd });
  const plugins = found === null ? [] : await loadPlugins(config.plugins, found, reading);
  return { file: source.file, folder, config, plugins, notices: notices.list };
}

async function namedSource(cwd: string, name: string, reading: Reading): Promise<ConfigSource> {
  const file = resolve(cwd, name);
  const source = await readSource(file, reading);
  if (source !== null) return source;
  throw new ConfigError([{ file, reason: "it has no key varve", remedy: "Add the key, or name another file." }]);
}

/** Where a configuration comes from, if anywhere. */
type Origin = Pick<ConfigSource, "content" | "locate"> & { readonly file: string | null };

function checked(
  origin: Origin,
  folder: string,
  { overrides = {}, cwd }: LoadOptions & { readonly cwd: string },
): VarveConfig {
  const problem = (finding: Finding) => problemOf(finding, origin, overrides);
  // An empty YAML document is null.
  const plain = plainCopy(origin.content ?? {});
  if ("unfit" in plain) throw new ConfigError([problem(unfitFinding(plain.unfit))]);

  const checkedContent = validateConfig(overridden(plain.value, overrides, cwd));
  if ("config" in checkedContent) return varveConfig(checkedContent.config, folder);
  const [first, ...rest] = checkedContent.findings.map(problem);
  if (first === undefined) throw new TypeError("The configuration is refused, and nothing says why.");
  throw new ConfigError([first, ...rest]);
}

function problemOf(
  { path, disagreesWith = path, reason, remedy }: Finding,
  { file, locate }: Origin,
  overrides: ConfigOverrides,
): ConfigProblem {
  const key = path.length === 0 ? {} : { key: keyName(path) };
  const flag = flagAt(path, overrides) ?? flagAt(disagreesWith, overrides);
  if (flag !== undefined) return { file: null, flag, ...key, reason, remedy };
  return { file, ...key, ...locate(path), reason, remedy };
}

function unfitFinding({ path, kind, what }: Unfit): Finding {
  const name = nameOf(path);
  if (kind === "prototype-key") {
    return { path, reason: `${name} is no known key: it is ${what}`, remedy: "Remove it, or give it another name." };
  }
  if (kind === "too-much") return { path, reason: `${name} is ${what}`, remedy: "Make the configuration smaller." };
  return { path, reason: `${name} is ${what}`, remedy: "Write a text, a number, true, false, a list or a table." };
}

function nameOf(path: KeyPath): string {
  return path.length === 0 ? "the configuration" : keyName(path);
}
