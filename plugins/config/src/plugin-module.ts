import { statSync } from "node:fs";
import { dirname, isAbsolute, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { reasonOf } from "@varve/kernel";
import { moduleResolve } from "import-meta-resolve";

/** Where the module of a plugin is. */
export interface PluginModule {
  /** Absolute path. */
  readonly file: string;
  /**
   * - `installed`: found in a `node_modules` folder, so that somebody installed it
   * - `path`: named by its path, or, by the name of the package that the configuration itself belongs to, as good as that
   */
  readonly kind: "installed" | "path";
}

/** Why there is no module by a name, and what to do about it. */
export interface NoModule {
  readonly reason: string;
  readonly remedy: string;
  readonly cause?: unknown;
}

/** As Node's import does it: packages for ES modules alone are found, which `require.resolve` misses. */
const CONDITIONS = new Set(["node", "import", "module-sync", "node-addons"]);

const PACKAGE_NAME = /^(@[A-Za-z0-9~_-][A-Za-z0-9._~-]*\/)?[A-Za-z0-9~_-][A-Za-z0-9._~-]*$/;

/**
 * Finds the module that `use` names, seen from the file that names it: an import statement there would find the same one.
 * Nothing is run.
 */
export function findPluginModule(use: string, namedBy: string): PluginModule | NoModule {
  if (/^\.{1,2}[\\/]/.test(use) || isAbsolute(use)) return moduleByPath(use, namedBy);
  const name = packageName(use);
  if (name === null) {
    return {
      reason: "is neither a package's name nor a path",
      remedy: "Name an installed package, or write a path that begins with ./ or ../.",
    };
  }
  return moduleByName(use, name, namedBy);
}

function moduleByPath(use: string, namedBy: string): PluginModule | NoModule {
  const file = resolve(dirname(namedBy), use);
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts === undefined) return { reason: `leads to ${file}, where nothing is`, remedy: "Correct the path." };
  return facts.isFile()
    ? { file, kind: "path" }
    : { reason: `leads to ${file}, which is no file`, remedy: "Name the module's file." };
}

function moduleByName(use: string, name: string, namedBy: string): PluginModule | NoModule {
  try {
    // Links are kept: a package of a workspace is linked into node_modules, and its real path would not tell.
    const url = moduleResolve(use, pathToFileURL(namedBy), CONDITIONS, true);
    if (url.protocol !== "file:")
      return { reason: "is a part of Node, not a plugin", remedy: "Name a plugin's package." };
    const isInstalled = decodeURIComponent(url.pathname).includes(`/node_modules/${name}/`);
    return { file: fileURLToPath(url), kind: isInstalled ? "installed" : "path" };
  } catch (cause) {
    const why = reasonOf(cause);
    if (why.startsWith(`Cannot find package '${name}'`)) {
      return { reason: "is not installed, seen from this file", remedy: `Run npm install ${name} there.`, cause };
    }
    return {
      reason: `cannot be resolved: ${why}`,
      remedy: "Check the package's exports, or name another entry.",
      cause,
    };
  }
}

/** The package of a specifier, or `null` for what names none: an address, a name with `#`, a subpath that leaves the package. */
function packageName(use: string): string | null {
  const parts = use.split("/");
  const name = parts.slice(0, use.startsWith("@") ? 2 : 1).join("/");
  const subpath = parts.slice(use.startsWith("@") ? 2 : 1);
  const isInside = subpath.every((part) => /^[A-Za-z0-9._~@-]+$/.test(part) && part !== "." && part !== "..");
  return PACKAGE_NAME.test(name) && isInside ? name : null;
}
