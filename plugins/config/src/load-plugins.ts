import { assertPlugin, type Installation, reasonOf } from "@varve/kernel";
import { ConfigError, type ConfigProblem } from "./config-error.ts";
import { type KeyPath, keyName } from "./key-path.ts";
import { defaultExportOf } from "./module.ts";
import { findPluginModule, type PluginModule } from "./plugin-module.ts";
import type { Reading } from "./read-source.ts";
import type { ConfigSource } from "./source.ts";
import type { PluginConfig } from "./varve-config.ts";

interface Wanted extends PluginConfig, PluginModule {
  readonly path: KeyPath;
}

/**
 * Loads the plugins of a configuration, in its order. All are found before the first is run, and those that are named by a path are
 * announced before they are run. Their options stay as they are written: the kernel checks them against each plugin's schema.
 *
 * @throws ConfigError naming the file and the key of a plugin that is not there, refused, broken or none
 */
export async function loadPlugins(
  plugins: readonly PluginConfig[],
  source: ConfigSource,
  reading: Reading,
): Promise<readonly Installation[]> {
  const wanted = plugins.map((plugin, index) => find(plugin, ["plugins", index, "use"], source, reading));
  const installations: Installation[] = [];
  for (const each of wanted) {
    if (each.kind === "path") {
      const notice = `Running ${each.file}, the plugin that ${keyName(each.path)} in ${source.file} names by its path`;
      await reading.notices.add(notice, each.file);
    }
    installations.push(await load(each, source));
  }
  return installations;
}

function find(plugin: PluginConfig, path: KeyPath, source: ConfigSource, { code }: Reading): Wanted {
  const found = findPluginModule(plugin.use, source.file);
  if ("reason" in found) throw pluginError(source, path, plugin.use, found, found.cause);
  if (found.kind === "path" && code === "refuse") {
    const reason = `is code in ${found.file} that nobody installed, and code is refused`;
    const remedy = "Install the plugin as a package, or allow code if you trust this folder.";
    throw pluginError(source, path, plugin.use, { reason, remedy });
  }
  return { ...plugin, ...found, path };
}

async function load({ use, file, options, path }: Wanted, source: ConfigSource): Promise<Installation> {
  const plugin = await exportedBy(use, file, path, source);
  try {
    assertPlugin(plugin, use);
  } catch (cause) {
    const remedy = "Name a package whose default export is a plugin.";
    throw pluginError(source, path, use, { reason: `gives no plugin: ${reasonOf(cause)}`, remedy }, cause);
  }
  return { plugin, options, from: source.file };
}

async function exportedBy(use: string, file: string, path: KeyPath, source: ConfigSource): Promise<unknown> {
  try {
    return await defaultExportOf(file);
  } catch (cause) {
    const remedy = `Mend ${file}, or take the plugin out.`;
    throw pluginError(source, path, use, { reason: `failed while it was imported: ${reasonOf(cause)}`, remedy }, cause);
  }
}

function pluginError(
  { file, locate }: ConfigSource,
  path: KeyPath,
  use: string,
  { reason, remedy }: Pick<ConfigProblem, "reason" | "remedy">,
  cause?: unknown,
): ConfigError {
  const key = keyName(path);
  return new ConfigError([{ file, key, ...locate(path), reason: `${key}, ${use}, ${reason}`, remedy }], cause);
}
