import { type ConfigOverrides, type LoadedConfig, loadConfig } from "@varve/config";
import { printableLine } from "./printable.ts";
import type { Terminal } from "./terminal.ts";

/** How a command finds its configuration. */
export interface ConfigurationFlags {
  /** `--config FILE`. */
  readonly config?: string;
  /** `false` for `--no-code`. */
  readonly code: boolean;
  readonly quiet?: boolean;
}

/**
 * Loads the configuration that a command runs under. What is noticed is told at once on standard error: that code is about
 * to run is told before it does.
 *
 * @throws ConfigError
 */
export function configuration(
  { config, code, quiet = false }: ConfigurationFlags,
  { folder, err }: Terminal,
  overrides: ConfigOverrides = {},
): Promise<LoadedConfig> {
  return loadConfig({
    cwd: folder,
    ...(config === undefined ? {} : { file: config }),
    code: code ? "allow" : "refuse",
    onNotice: (notice) => {
      if (!quiet) err.write(`${err.colours.dim(`note: ${printableLine(notice)}`)}\n`);
    },
    overrides,
  });
}
