import type { PluginConfig, VarveConfig } from "@varve/config";

/** Packages that answer the same hook point at the default stage: a kernel takes one of each group. */
const ALTERNATIVES: readonly (readonly string[])[] = [
  ["@varve/summarise-model", "@varve/summarise-extractive"],
  ["@varve/store-sqlite", "@varve/store-memory"],
];

/** Packages that can serve the kernel's own model. Of these there can be several: all but one say `declare: false`. */
const MODELS: readonly string[] = ["@varve/model-openai", "@varve/model-anthropic"];

/**
 * Whether a configuration names another default in a plugin's place. Third-party plugins need no such rule: they are asked before
 * any default. What `[model]` says is not overruled: where a plugin wants to be the default beside it, the kernel says so.
 */
export function isReplaced(name: string, { model, plugins }: VarveConfig): boolean {
  const others = plugins.filter(({ use }) => use !== name);
  const group = ALTERNATIVES.find((names) => names.includes(name)) ?? [];
  if (others.some(({ use }) => group.includes(use))) return true;
  return model === null && MODELS.includes(name) && others.some(isOwnModel);
}

function isOwnModel({ use, options }: PluginConfig): boolean {
  return MODELS.includes(use) && options?.declare !== false;
}
