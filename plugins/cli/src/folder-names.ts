import { basename, extname } from "node:path";

/**
 * A folder name for each file, after the file: without its last extension, and numbered where two would have the same,
 * also on a disk that does not tell upper from lower case.
 */
export function folderNames(files: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const file of files) {
    const wanted = basename(file, extname(file));
    let name = wanted;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${wanted}-${number}`;
    taken.add(name.toLowerCase());
    names.set(file, name);
  }
  return names;
}
