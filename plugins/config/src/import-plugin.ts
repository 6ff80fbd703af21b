import { join } from "node:path";
import type { Installation } from "@varve/kernel";
import { loadPlugins } from "./load-plugins.ts";
import { type CodePolicy, Notices, type OnNotice } from "./notices.ts";

/**
 * Imports one plugin by the name or the path that a configuration in a folder would name it by.
 * @throws ConfigError where it is not there, refused, broken, or no plugin
 */
export async function importPlugin(
  plugin: { readonly use: string; readonly options?: Readonly<Record<string, unknown>> },
  {
    folder,
    code = "allow",
    onNotice,
  }: { readonly folder: string; readonly code?: CodePolicy; readonly onNotice?: OnNotice },
): Promise<Installation> {
  // Seen from a file of that folder, as an import statement there would find it.
  const source = { file: join(folder, "varve.toml"), content: {}, locate: () => null };
  const [installation] = await loadPlugins([plugin], source, { code, notices: new Notices(onNotice) });
  if (installation === undefined) throw new TypeError(`${plugin.use} was not loaded, and nothing says why.`);
  return installation;
}
