import type { LoadedConfig } from "@varve/config";
import { PluginError, PluginOptionsError, reasonOf } from "@varve/kernel";
import { UsageError } from "./exit.ts";

/**
 * What a plugin or the kernel says against a configuration that was read without fault, with the file and the key that it is
 * about, and how to mend it.
 */
export function configurationFault(error: unknown, { file, config, plugins }: LoadedConfig): UsageError {
  const name = error instanceof PluginError || error instanceof PluginOptionsError ? error.plugin : null;
  const index = plugins.findIndex(({ plugin }) => plugin.name === name);
  const use = config.plugins[index]?.use;
  const place = [file ?? "The configuration", ...(use === undefined ? [] : [`plugins[${index}], ${use}`])].join(": ");
  return new UsageError(`${place}: ${sentence(reasonOf(error))}${remedyFor(error, use)}`, { cause: error });
}

function remedyFor(error: unknown, use: string | undefined): string {
  if (error instanceof PluginOptionsError) return " Correct the options; the plugin's README says which it takes.";
  return use === undefined ? "" : " Mend the plugin, or take it out.";
}

function sentence(reason: string): string {
  return /[.!?…]$/.test(reason) ? reason : `${reason}.`;
}
