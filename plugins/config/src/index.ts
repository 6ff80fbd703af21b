export { ConfigError, type ConfigProblem } from "./config-error.ts";
export { type ConfigFile, LOG_LEVELS, type LogLevel, type Participant, type ReasoningEffort } from "./config-file.ts";
export { type ConfiguredKernelOptions, kernelOptions } from "./kernel-options.ts";
export { type LoadedConfig, type LoadOptions, loadConfig } from "./load-config.ts";
export type { CodePolicy, OnNotice } from "./notices.ts";
export { type ConfigOverrides, OVERRIDES } from "./overrides.ts";
export { SEARCH_PLACES } from "./places.ts";
export { CONFIG_SCHEMA } from "./schema.ts";
export type { AgentConfig, ModelConfig, PluginConfig, VarveConfig } from "./varve-config.ts";
