import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Scratch } from "../scratch.ts";
import { ToolFailure } from "./tool.ts";

/** The files at or below a path, by name in code-unit order, so that no locale decides. @throws ToolFailure where nothing is */
export function filesBelow(scratch: Scratch, path: string): readonly string[] {
  const absolute = scratch.path(path);
  const found = statSync(absolute, { throwIfNoEntry: false });
  if (found === undefined) throw new ToolFailure(`no such file or folder: ${path}`);
  if (found.isFile()) return [absolute];
  return readdirSync(absolute)
    .sort()
    .flatMap((name) => filesBelow(scratch, join(absolute, name)));
}
