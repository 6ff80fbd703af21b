import { PluginError } from "./errors.ts";
import { isJsonObject, type JsonObject } from "./json.ts";
import type { PluginKernel } from "./kernel-interface.ts";

/** The version of the plugin interface that this kernel speaks. */
export const PLUGIN_API = 1;

/**
 * A plugin: a name, the version of the interface it was written for, and what it taps.
 *
 * @typeParam Options what `apply` gets, once it fits the schema
 */
export interface Plugin<Options = undefined> {
  /** The package's name; taps carry it too, so that decisions and errors can be traced to it. */
  readonly name: string;
  readonly api: typeof PLUGIN_API;
  /** JSON schema of the options. Options that break it never reach {@link apply}. Absent: the plugin takes none. */
  readonly options?: JsonObject;
  /** Declares sections and taps hook points. Called once, before the kernel is handed out. */
  apply(kernel: PluginKernel, options: Options): void | Promise<void>;
}

/** A plugin with the options it is to be applied with: what `createKernel` takes a list of. */
export interface Installation {
  readonly plugin: Plugin<unknown>;
  readonly options: unknown;
  /** Who asked for it, for messages: a preset's name, or a configuration file. */
  readonly from?: string;
}

/** Checks a plugin's form and returns it, typed. */
export function definePlugin<Options = undefined>(plugin: Plugin<Options>): Plugin<Options> {
  assertPlugin(plugin);
  return plugin;
}

/** Pairs a plugin with its options; types hold the two together. */
export function install<Options>(plugin: Plugin<Options>, options: Options, from?: string): Installation {
  // The pair may forget the type of the options: this signature guards it here, and the schema where they are applied.
  return from === undefined ? { plugin, options } : { plugin, options, from };
}

/**
 * Whether an imported value is a plugin of this interface.
 * @throws PluginError naming what is missing
 */
export function assertPlugin(value: unknown, from = "?"): asserts value is Plugin<unknown> {
  if (!isJsonObject(value)) {
    throw new PluginError(
      from,
      "is no plugin: its default export is no object. Export definePlugin({ name, api, apply }).",
    );
  }
  const { name, api, apply } = value;
  if (typeof name !== "string" || name.trim() === "")
    throw new PluginError(from, "has no name. Give it its package's name.");
  if (api !== PLUGIN_API) {
    throw new PluginError(
      name,
      `speaks plugin interface ${String(api)}, this kernel speaks ${PLUGIN_API}. Install matching versions.`,
    );
  }
  if (typeof apply !== "function") throw new PluginError(name, "has no apply(kernel, options).");
}
