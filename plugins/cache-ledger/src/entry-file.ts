import { appendFileSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { PluginError, reasonOf } from "@varve/kernel";
import type { LedgerEntry } from "./ledger.ts";

/**
 * Appends entries to a file, a line of JSON each, before it returns. A file that can no longer be written to says so once, as a
 * process warning, and ends nothing.
 *
 * @throws PluginError when the file cannot be opened
 */
export function entryFile(name: string, path: string): (entry: LedgerEntry) => void {
  const file = resolve(path);
  try {
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, "");
  } catch (cause) {
    throw new PluginError(name, `cannot write to ${file}: ${reasonOf(cause)}. Set another path.`, cause);
  }
  let isTold = false;
  return (entry) => {
    try {
      appendFileSync(file, `${JSON.stringify(entry)}\n`);
    } catch (error) {
      if (!isTold) process.emitWarning(`${name} cannot write to ${file}: ${reasonOf(error)}`);
      isTold = true;
    }
  };
}
