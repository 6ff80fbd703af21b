import { statSync } from "node:fs";
import {
  AbortedError,
  ConflictError,
  PersistenceError,
  reasonOf,
  StateFormatError,
  type VarveError,
} from "@varve/kernel";

/** What SQLite's primary result codes (https://www.sqlite.org/rescode.html) mean for the file, and what mends it. */
const BY_RESULT_CODE: ReadonlyMap<number, string> = new Map([
  [5, "another process holds it locked. Wait for it or end it, then repeat the step"],
  [6, "another connection holds it locked. Close that one, then repeat the step"],
  [8, "it may not be written. Allow writing to the file and its folder, or set another path"],
  [10, "the disk reported an error. Check the disk and the file system, then repeat the step"],
  [11, "it is damaged. Move it away, and put a backup in its place or begin a new one"],
  [13, "the disk is full. Make room, then repeat the step"],
  [14, "it cannot be opened. Check that its folder exists and that both may be read and written"],
  [26, "it is no SQLite database. It was left as it is: move it away, or set another path"],
]);

/** The same for making the folder (Node's error codes). */
const BY_SYSTEM_CODE: ReadonlyMap<string, string> = new Map([
  ["EACCES", "its folder may not be made. Allow writing where it should stand, or set another path"],
  ["EPERM", "its folder may not be made. Allow writing where it should stand, or set another path"],
  ["EROFS", "its folder lies on a read-only file system. Set another path"],
  ["ENOSPC", "the disk is full. Make room, then repeat the step"],
  ["ENOTDIR", "a part of its path is a file, not a folder. Set another path"],
  ["EEXIST", "a part of its path is a file, not a folder. Set another path"],
]);

/**
 * An error of the store: what could not be done, the file, why, and what to do. A conflict is no failure of the store, and
 * passes as it is.
 */
export function persistenceFailure(doing: string, path: string, cause: unknown): VarveError {
  if (cause instanceof ConflictError || cause instanceof AbortedError) return cause;
  return new PersistenceError(`Cannot ${doing} in ${path}: ${explain(path, cause)}. Nothing was changed.`, { cause });
}

function explain(path: string, cause: unknown): string {
  if (cause instanceof StateFormatError) {
    return `${cause.message}. Restore the file from a backup; its other tasks and all records can still be read`;
  }
  if (cause instanceof Error && "errcode" in cause && typeof cause.errcode === "number") {
    // The lowest byte of an extended result code is the primary one.
    const code = cause.errcode & 0xff;
    if (code === 14 && isFolder(path)) return "it is a folder. Name a file in it";
    const known = BY_RESULT_CODE.get(code);
    return known === undefined ? `SQLite says ${cause.message} (${cause.errcode})` : `${known} (${cause.message})`;
  }
  if (cause instanceof Error && "code" in cause && typeof cause.code === "string") {
    const known = BY_SYSTEM_CODE.get(cause.code);
    if (known !== undefined) return `${known} (${cause.code})`;
  }
  return reasonOf(cause);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
