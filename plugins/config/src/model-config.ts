import { DEFAULTS } from "./config-defaults.ts";
import type {
  CacheTtl,
  ModelTable,
  OpenAiApi,
  PromptCache,
  Provider,
  ReasoningEffort,
  ReasoningSummary,
  SummariserTable,
} from "./config-file.ts";

/** `[model]`, with its provider. What is absent was not said, and is the provider's plugin to decide. */
export type ModelConfig = OpenAiModelConfig | AnthropicModelConfig;

/** What every provider's plugin takes. */
interface CommonModelConfig {
  readonly name: string;
  /** Address of the API. */
  readonly baseUrl?: string;
  readonly stream?: boolean;
  /** Milliseconds without any part of an answer. */
  readonly timeoutMs?: number;
  readonly maxRetries?: number;
  readonly contextWindowTokens?: number;
  readonly maxOutputTokens?: number;
  readonly parallelToolCalls?: boolean;
}

export interface OpenAiModelConfig extends CommonModelConfig {
  readonly provider: "openai";
  readonly api?: OpenAiApi;
  readonly reasoningEffort?: ReasoningEffort;
  readonly reasoningSummary?: ReasoningSummary;
  readonly promptCache?: PromptCache;
  /** Members of the request to leave out. */
  readonly omit?: readonly string[];
}

export interface AnthropicModelConfig extends CommonModelConfig {
  readonly provider: "anthropic";
  readonly reasoningEffort?: Exclude<ReasoningEffort, "none" | "minimal">;
  readonly cacheTtl?: CacheTtl;
  readonly thinkingBudgetTokens?: number;
}

/** `[summariser]`. */
export interface SummariserConfig {
  /** Absent: the task's own model. */
  readonly model?: {
    readonly provider: Provider;
    readonly name: string;
    readonly contextWindowTokens?: number;
  };
  /** The most tokens of a summary. */
  readonly maxOutputTokens?: number;
  readonly instruction?: string;
}

/** @param table checked, so that it holds nothing that is another provider's */
export function modelConfig(table: ModelTable): ModelConfig {
  const common = {
    name: table.name,
    ...(table.base_url === undefined ? {} : { baseUrl: table.base_url }),
    ...(table.stream === undefined ? {} : { stream: table.stream }),
    ...(table.timeout_ms === undefined ? {} : { timeoutMs: table.timeout_ms }),
    ...(table.max_retries === undefined ? {} : { maxRetries: table.max_retries }),
    ...(table.context_window_tokens === undefined ? {} : { contextWindowTokens: table.context_window_tokens }),
    ...(table.max_output_tokens === undefined ? {} : { maxOutputTokens: table.max_output_tokens }),
    ...(table.parallel_tool_calls === undefined ? {} : { parallelToolCalls: table.parallel_tool_calls }),
  };
  const provider = table.provider ?? DEFAULTS.provider;
  const { reasoning_effort: effort } = table;
  if (provider === "anthropic") {
    return {
      provider,
      ...common,
      ...(effort === undefined || effort === "none" || effort === "minimal" ? {} : { reasoningEffort: effort }),
      ...(table.cache_ttl === undefined ? {} : { cacheTtl: table.cache_ttl }),
      ...(table.thinking_budget_tokens === undefined ? {} : { thinkingBudgetTokens: table.thinking_budget_tokens }),
    };
  }
  return {
    provider,
    ...common,
    ...(table.api === undefined ? {} : { api: table.api }),
    ...(effort === undefined ? {} : { reasoningEffort: effort }),
    ...(table.reasoning_summary === undefined ? {} : { reasoningSummary: table.reasoning_summary }),
    ...(table.prompt_cache === undefined ? {} : { promptCache: table.prompt_cache }),
    ...(table.omit === undefined ? {} : { omit: table.omit }),
  };
}

/** @param model the task's own, whose provider the summariser's is where it names none */
export function summariserConfig(table: SummariserTable, model: ModelTable | undefined): SummariserConfig {
  const { name, provider = model?.provider ?? DEFAULTS.provider } = table;
  return {
    ...(name === undefined
      ? {}
      : {
          model: {
            provider,
            name,
            ...(table.context_window_tokens === undefined ? {} : { contextWindowTokens: table.context_window_tokens }),
          },
        }),
    ...(table.max_output_tokens === undefined ? {} : { maxOutputTokens: table.max_output_tokens }),
    ...(table.instruction === undefined ? {} : { instruction: table.instruction }),
  };
}
