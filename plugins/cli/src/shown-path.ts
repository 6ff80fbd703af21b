import { isAbsolute, relative } from "node:path";
import { printableLine } from "./printable.ts";

/** A path as a person in a folder would write it: relative where it lies within, absolute elsewhere. */
export function shownPath(path: string, folder: string): string {
  const within = relative(folder, path);
  const isWithin = within !== "" && !within.startsWith("..") && !isAbsolute(within);
  return printableLine(isWithin ? within : path);
}
