import { pathToFileURL } from "node:url";
import { reasonOf } from "@varve/kernel";
import type { Position } from "./position.ts";

/**
 * Runs a module and returns its default export, `undefined` where it has none. Node strips types itself, so TypeScript needs no
 * compiler. cosmiconfig's loader for modules is not used: when an import fails, it runs the file a second time through `require`.
 */
export async function defaultExportOf(file: string): Promise<unknown> {
  const module: unknown = await import(pathToFileURL(file).href);
  const exported = memberOf(module, "default");
  // A CommonJS build of an ES module: what it exports as default is one level down.
  return memberOf(exported, "__esModule") === true ? memberOf(exported, "default") : exported;
}

/** Why a module cannot be run, and the first line of it that the engine blames. */
export function moduleFault(
  file: string,
  cause: unknown,
): { readonly reason: string; readonly position: Position | null } {
  return { reason: reasonOf(cause), position: cause instanceof Error ? blamedPosition(file, cause.stack ?? "") : null };
}

function blamedPosition(file: string, stack: string): Position | null {
  for (const name of [pathToFileURL(file).href, file]) {
    const [, line, column = "1"] = /^:(\d+)(?::(\d+))?/.exec(stack.split(name)[1] ?? "") ?? [];
    if (line !== undefined) return { line: Number(line), column: Number(column) };
  }
  return null;
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}
