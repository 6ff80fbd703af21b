export { ConfigError, type ConfigProblem } from "./config-error.ts";
export {
  type CacheTtl,
  type ConfigFile,
  type LedgerPrice,
  LOG_LEVELS,
  type LogLevel,
  type OpenAiApi,
  type Participant,
  type PromptCache,
  type Provider,
  type ReasoningEffort,
  type ReasoningSummary,
} from "./config-file.ts";
export { importPlugin } from "./import-plugin.ts";
export { type ConfiguredKernelOptions, kernelOptions } from "./kernel-options.ts";
export { type LoadedConfig, type LoadOptions, loadConfig } from "./load-config.ts";
export type { AnthropicModelConfig, ModelConfig, OpenAiModelConfig, SummariserConfig } from "./model-config.ts";
export type { CodePolicy, OnNotice } from "./notices.ts";
export { type ConfigOverrides, OVERRIDES } from "./overrides.ts";
export { SEARCH_PLACES } from "./places.ts";
export { CONFIG_SCHEMA } from "./schema.ts";
export type { AgentConfig, PluginConfig, VarveConfig } from "./varve-config.ts";
