import { type ConfigurationFlags, configuration } from "./configuration.ts";
import { configuredKernel } from "./configured-kernel.ts";
import { EXIT } from "./exit.ts";
import { explanationText } from "./explanation-text.ts";
import type { Terminal } from "./terminal.ts";

export interface ExplainFlags extends ConfigurationFlags {
  readonly json?: boolean;
}

/**
 * `varve explain`: who answers each hook point.
 * @throws ConfigError, and what a plugin says when it cannot be applied
 */
export async function explainCommand(flags: ExplainFlags, terminal: Terminal): Promise<number> {
  const loaded = await configuration(flags, terminal);
  const explanation = (await configuredKernel(loaded)).explain();
  const { file, folder } = loaded;
  if (flags.json === true) {
    terminal.out.write(`${JSON.stringify({ configuration: { file, folder }, ...explanation }, null, 2)}\n`);
  } else terminal.out.write(explanationText(explanation, loaded, terminal.out));
  return EXIT.ok;
}
