import { ConfigError } from "@varve/config";
import { checkText } from "./check-text.ts";
import { type ConfigurationFlags, configuration } from "./configuration.ts";
import { configuredKernel } from "./configured-kernel.ts";
import { EXIT } from "./exit.ts";
import type { Terminal } from "./terminal.ts";

export interface CheckFlags extends ConfigurationFlags {
  readonly json?: boolean;
}

/**
 * `varve check`: whether a configuration is valid, and what it comes to. With `--json`, what is wrong is told as JSON too.
 * @throws ConfigError, and what a plugin says when it cannot be applied
 */
export async function checkCommand(flags: CheckFlags, terminal: Terminal): Promise<number> {
  const json = (value: object): void => terminal.out.write(`${JSON.stringify(value, null, 2)}\n`);
  try {
    const loaded = await configuration(flags, terminal);
    const { plugins, notices } = (await configuredKernel(loaded)).explain();
    const { file, folder, config } = loaded;
    const allNotices = [...loaded.notices, ...notices];
    if (flags.json === true) json({ valid: true, file, folder, config, plugins, notices: allNotices });
    else terminal.out.write(checkText(loaded, plugins, notices, terminal.out));
    return EXIT.ok;
  } catch (error) {
    if (flags.json === true) json({ valid: false, problems: problemsOf(error) });
    throw error;
  }
}

function problemsOf(error: unknown): readonly object[] {
  if (error instanceof ConfigError) return error.problems;
  return [{ file: null, reason: error instanceof Error ? error.message : String(error) }];
}
