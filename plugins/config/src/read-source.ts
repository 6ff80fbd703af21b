import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { isJsonObject, reasonOf } from "@varve/kernel";
import { ConfigError } from "./config-error.ts";
import { parseJson } from "./json.ts";
import { defaultExportOf, moduleFault } from "./module.ts";
import type { CodePolicy, Notices } from "./notices.ts";
import { EXTENSIONS, type Format, formatOf, PACKAGE_KEY } from "./places.ts";
import { type ConfigSource, FormatError, type Parsed } from "./source.ts";
import { parseToml } from "./toml.ts";
import { parseYaml } from "./yaml.ts";

export interface Reading {
  readonly code: CodePolicy;
  readonly notices: Notices;
}

/**
 * Reads one configuration file by the format that its name tells; a module is announced, then run.
 * @returns `null` for a `package.json` without a configuration
 * @throws ConfigError when the file cannot be read, is malformed, or is code and code is refused
 */
export async function readSource(file: string, reading: Reading): Promise<ConfigSource | null> {
  const format = formatOf(file);
  if (format === null) {
    throw problem(file, "no format is known for this name", `Give it one of the extensions ${EXTENSIONS.join(", ")}`);
  }
  if (format === "code") return readModule(file, reading);
  const parsed = parse(format, await readText(file), file);
  return format === "package" ? packageSource(file, parsed) : { file, ...parsed };
}

async function readModule(file: string, { code, notices }: Reading): Promise<ConfigSource> {
  if (code === "refuse") {
    throw problem(
      file,
      "this configuration is code, and code is refused",
      "Write it as varve.toml, name a data file instead, or allow code if you trust this folder",
    );
  }
  await notices.add(`Running ${file}, a configuration in code`, file);
  const content = await exportedBy(file);
  if (content === undefined) {
    throw problem(file, "it has no default export", "Write `export default { … }`");
  }
  return { file, content, locate: () => null };
}

async function exportedBy(file: string): Promise<unknown> {
  try {
    return await defaultExportOf(file);
  } catch (cause) {
    const { reason, position } = moduleFault(file, cause);
    throw new ConfigError(
      [{ file, ...position, reason: `it cannot be run: ${reason}`, remedy: "Mend the module." }],
      cause,
    );
  }
}

/** The part of a `package.json` that is Varve's. Positions are looked up from the file's root. */
function packageSource(file: string, { content, locate }: Parsed): ConfigSource | null {
  if (!isJsonObject(content) || !Object.hasOwn(content, PACKAGE_KEY)) return null;
  return { file, content: content[PACKAGE_KEY], locate: (path) => locate([PACKAGE_KEY, ...path]) };
}

function parse(format: Exclude<Format, "code">, text: string, file: string): Parsed {
  try {
    if (format === "toml") return parseToml(text);
    return format === "yaml" ? parseYaml(text, file) : parseJson(text, file);
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause;
    throw new ConfigError([{ file, ...cause.position, reason: cause.message, remedy: remedyFor(format, file) }], cause);
  }
}

function remedyFor(format: Format, file: string): string {
  if (format === "package") return `Mend it: a configuration may stand under its key ${PACKAGE_KEY}.`;
  const isBare = basename(file) === ".varverc";
  return isBare ? "Mend it, or name it .varverc.toml if it is TOML." : "Mend it: nothing else is read in its place.";
}

async function readText(file: string): Promise<string> {
  const bytes = await readBytes(file);
  try {
    // Takes a byte order mark away, and refuses what is not UTF-8 instead of replacing it.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw problem(file, "it is not UTF-8 text", "Save it as UTF-8", cause);
  }
}

async function readBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw problem(
      file,
      `it cannot be read: ${reasonOf(cause)}`,
      "Make it a readable file, or take it away: nothing else is read in its place",
      cause,
    );
  }
}

function problem(file: string, reason: string, remedy: string, cause?: unknown): ConfigError {
  return new ConfigError([{ file, reason, remedy: `${remedy}.` }], cause);
}
