import { resolve } from "node:path";
import { isJsonObject } from "@varve/kernel";
import type { LogLevel } from "./config-file.ts";
import type { KeyPath } from "./key-path.ts";

/** Values of the command line: each stands above what the configuration says, and is checked as it is. */
export interface ConfigOverrides {
  /** Tokens. */
  readonly turnBudgetTokens?: number | undefined;
  readonly compactionFraction?: number | undefined;
  readonly compactionTarget?: number | undefined;
  readonly order?: readonly string[] | undefined;
  /** The model's name. */
  readonly model?: string | undefined;
  /** The store's file, from the current folder where it is relative. */
  readonly store?: string | undefined;
  /** The system prompt's file, from the current folder where it is relative. */
  readonly systemPrompt?: string | undefined;
  readonly logLevel?: LogLevel | undefined;
}

interface Override {
  readonly option: keyof ConfigOverrides;
  readonly flag: string;
  readonly key: readonly [string, string];
}

/** Which flag of the command line stands above which key. */
export const OVERRIDES = [
  { option: "turnBudgetTokens", flag: "--turn-budget-tokens", key: ["context", "turn_budget_tokens"] },
  { option: "compactionFraction", flag: "--compaction-fraction", key: ["context", "compaction_fraction"] },
  { option: "compactionTarget", flag: "--compaction-target", key: ["context", "compaction_target"] },
  { option: "order", flag: "--order", key: ["context", "order"] },
  { option: "model", flag: "--model", key: ["model", "name"] },
  { option: "store", flag: "--store", key: ["store", "path"] },
  { option: "systemPrompt", flag: "--system-prompt", key: ["prompt", "system"] },
  { option: "logLevel", flag: "--log-level", key: ["log", "level"] },
] as const satisfies readonly Override[];

/**
 * The content with the given values in it; everything else, wrong or right, stays as it is. Paths become absolute here, since
 * they are relative to the current folder and not to the file's.
 */
export function overridden(content: unknown, overrides: ConfigOverrides, cwd: string): unknown {
  if (!isJsonObject(content)) return content;
  let result = content;
  for (const { option, key } of OVERRIDES) {
    const given = overrides[option];
    if (given === undefined) continue;
    const [table, name] = key;
    const value = isPath(option) && typeof given === "string" && given !== ":memory:" ? resolve(cwd, given) : given;
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

function isPath(option: keyof ConfigOverrides): boolean {
  return option === "store" || option === "systemPrompt";
}
