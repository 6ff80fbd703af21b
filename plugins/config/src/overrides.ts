import { resolve } from "node:path";
import { isJsonObject } from "@varve/kernel";
import type { KeyPath } from "./key-path.ts";

/** Values of the command line: each stands above what the configuration says, and is checked as it is. */
export interface ConfigOverrides {
  /** Tokens. */
  readonly turnBudgetTokens?: number | undefined;
  readonly compactionFraction?: number | undefined;
  readonly compactionTarget?: number | undefined;
  /** The model's name. */
  readonly model?: string | undefined;
  /** The store's file, from the current folder where it is relative. */
  readonly store?: string | undefined;
}

interface Override {
  readonly option: keyof ConfigOverrides;
  readonly flag: string;
  readonly key: readonly [string, string];
}

/** Which flag of the command line stands above which key: messages about an override name its flag. */
export const OVERRIDES = [
  { option: "turnBudgetTokens", flag: "--budget", key: ["context", "turn_budget_tokens"] },
  { option: "compactionFraction", flag: "--fraction", key: ["context", "compaction_fraction"] },
  { option: "compactionTarget", flag: "--target", key: ["context", "compaction_target"] },
  { option: "model", flag: "--model", key: ["model", "name"] },
  { option: "store", flag: "--store", key: ["store", "path"] },
] as const satisfies readonly Override[];

/**
 * The content with the given values in it; everything else, wrong or right, stays as it is. The store's path becomes absolute
 * here, since it is relative to the current folder and not to the file's.
 */
export function overridden(content: unknown, overrides: ConfigOverrides, cwd: string): unknown {
  if (!isJsonObject(content)) return content;
  let result = content;
  for (const { option, key } of OVERRIDES) {
    const given = overrides[option];
    if (given === undefined) continue;
    const [table, name] = key;
    const isPath = option === "store" && given !== ":memory:" && given !== "";
    const value = isPath ? resolve(cwd, String(given)) : given;
    const before = result[table];
    if (before !== undefined && !isJsonObject(before)) continue;
    result = { ...result, [table]: { ...before, [name]: value } };
  }
  return result;
}

/** The flag that gave the value at a path, where one did. */
export function flagAt(path: KeyPath, overrides: ConfigOverrides): string | undefined {
  const given = OVERRIDES.filter(({ option }) => overrides[option] !== undefined);
  return given.find(({ key }) => key.every((part, index) => part === path[index]))?.flag;
}
