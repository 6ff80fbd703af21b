import type { VarveConfig } from "./varve-config.ts";

/** What `createKernel` takes out of a configuration, besides the plugins. */
export interface ConfiguredKernelOptions {
  readonly context: Pick<VarveConfig["context"], "turnBudgetTokens" | "compactionFraction" | "compactionTarget">;
  /** Absent: the sections' own order. */
  readonly order?: readonly string[];
}

/** The part of a configuration that the kernel itself reads: `createKernel({ plugins, ...kernelOptions(loaded) })`. */
export function kernelOptions({ config }: { readonly config: VarveConfig }): ConfiguredKernelOptions {
  const { order, ...context } = config.context;
  return order.length === 0 ? { context } : { context, order };
}
