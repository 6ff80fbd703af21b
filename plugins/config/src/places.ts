import { extname } from "node:path";

/**
 * Where a configuration is looked for in a folder; the first that is there counts. Data formats stand before code.
 *
 * The search is Varve's own. cosmiconfig's explorer first looks for a configuration of itself in the process's folder, runs
 * `.config/config.js` there, and lets `.config/config.json` add places; it passes over files that it may not read; and its
 * `$import` key lets a data file run code. So no explorer is ever made: cosmiconfig gives the conventions and the loaders.
 */
export const SEARCH_PLACES = [
  "varve.toml",
  ".varverc",
  ".varverc.toml",
  ".varverc.json",
  ".varverc.yaml",
  ".varverc.yml",
  "varve.config.ts",
  "varve.config.js",
  "varve.config.mjs",
  "package.json",
] as const;

/** The key of `package.json` that holds a configuration. */
export const PACKAGE_KEY = "varve";

export type Format = "toml" | "json" | "yaml" | "code" | "package";

const FORMATS: Readonly<Record<string, Format>> = {
  ".toml": "toml",
  ".json": "json",
  ".yaml": "yaml",
  ".yml": "yaml",
  ".ts": "code",
  ".mts": "code",
  ".js": "code",
  ".mjs": "code",
  ".cjs": "code",
};

/** The extensions that a configuration file may have. A file without one is read as YAML, which JSON is part of. */
export const EXTENSIONS: readonly string[] = Object.keys(FORMATS);

/** How a file is read, told by its name; `null` for one that no format is known for. */
export function formatOf(file: string): Format | null {
  if (/(^|[\\/])package\.json$/.test(file)) return "package";
  const extension = extname(file);
  return extension === "" ? "yaml" : (FORMATS[extension] ?? null);
}
