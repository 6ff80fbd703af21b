import { lstat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { reasonOf } from "@varve/kernel";
import { ConfigError } from "./config-error.ts";
import { SEARCH_PLACES } from "./places.ts";
import { type Reading, readSource } from "./read-source.ts";
import type { ConfigSource } from "./source.ts";

/**
 * Looks for a configuration in a folder and then in the folders around it, up to the home folder, or to the root of the file
 * system where home is not around it. The first folder that has one ends the search, whatever is wrong with the file there.
 *
 * @returns `null` when there is none
 * @throws ConfigError when what is found cannot be read
 */
export async function findSource(cwd: string, reading: Reading): Promise<ConfigSource | null> {
  for (const folder of foldersFrom(cwd)) {
    const source = await sourceIn(folder, reading);
    if (source !== null) return source;
  }
  return null;
}

/** The first place that holds a configuration. Those behind it are named in a notice, so that nobody edits one in vain. */
async function sourceIn(folder: string, reading: Reading): Promise<ConfigSource | null> {
  const files = await placesIn(folder, reading);
  for (const [index, file] of files.entries()) {
    const source = await readSource(file, reading);
    if (source === null) continue;
    for (const other of files.slice(index + 1)) {
      if (!(await holdsOne(other, reading))) continue;
      const notice = `${other} is ignored: ${file} counts, because it comes first in the order of places. Remove one of them.`;
      await reading.notices.add(notice, other);
    }
    return source;
  }
  return null;
}

/** The search places that are there. Links are not followed: one that leads nowhere is there, and cannot be read. */
async function placesIn(folder: string, { notices }: Reading): Promise<readonly string[]> {
  const files: string[] = [];
  for (const place of SEARCH_PLACES) {
    const file = join(folder, place);
    try {
      await lstat(file);
      files.push(file);
    } catch (cause) {
      const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
      if (code === "ENOENT" || code === "ENOTDIR") continue;
      await notices.add(`No configuration could be looked for in ${folder}: ${reasonOf(cause)}`, folder);
      break;
    }
  }
  return files;
}

/** Whether an ignored file is a configuration: every file of these names is, but for a `package.json` without the key. */
async function holdsOne(file: string, reading: Reading): Promise<boolean> {
  if (!file.endsWith("package.json")) return true;
  try {
    return (await readSource(file, reading)) !== null;
  } catch (cause) {
    // It does not count anyway; whose it is will say that it is broken.
    if (cause instanceof ConfigError) return false;
    throw cause;
  }
}

function* foldersFrom(start: string): Generator<string> {
  const home = homeFolder();
  for (let folder = start; ; folder = dirname(folder)) {
    yield folder;
    if (folder === home || dirname(folder) === folder) return;
  }
}

/** `null` for a user without one, as in some containers: the search then ends at the root. */
function homeFolder(): string | null {
  try {
    return homedir();
  } catch {
    return null;
  }
}
