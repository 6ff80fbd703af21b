import { kernelOptions, type LoadedConfig } from "@varve/config";
import { type DefaultChoices, defaults } from "@varve/defaults";
import { createKernel, type Installation, type Kernel } from "@varve/kernel";
import { validateSchema } from "@varve/state-ajv";
import { configurationFault } from "./configuration-fault.ts";

/** What a command changes about the configured kernel. */
export interface KernelChanges {
  readonly choices?: DefaultChoices;
  /** Gets the installations in order; what it returns is installed. */
  readonly installed?: (installations: readonly Installation[]) => readonly Installation[];
}

/**
 * The kernel of a configuration: the defaults, then its own plugins.
 * @throws UsageError when it cannot be put together, naming the file and what in it is wrong
 */
export async function configuredKernel(loaded: LoadedConfig, changes: KernelChanges = {}): Promise<Kernel> {
  const { choices = {}, installed = (installations) => installations } = changes;
  try {
    return await createKernel({
      plugins: installed([...defaults(loaded.config, choices), ...loaded.plugins]),
      ...kernelOptions(loaded),
      clock: Date.now,
      validate: validateSchema,
    });
  } catch (error) {
    throw configurationFault(error, loaded);
  }
}
