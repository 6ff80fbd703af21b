import type { PluginConfig } from "@varve/config";

/** Packages that answer the same hook point at the default stage: a kernel takes one of each group. */
const ALTERNATIVES: readonly (readonly string[])[] = [
  ["@varve/summarise-model", "@varve/summarise-extractive"],
  ["@varve/store-sqlite", "@varve/store-memory"],
];

/**
 * Whether a configuration names another default in a plugin's place. Third-party plugins need no such rule: they are asked before
 * any default.
 */
export function isReplaced(name: string, configured: readonly PluginConfig[]): boolean {
  const group = ALTERNATIVES.find((names) => names.includes(name)) ?? [];
  return configured.some(({ use }) => use !== name && group.includes(use));
}
