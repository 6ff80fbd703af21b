import {
  type AnthropicModelConfig,
  ConfigError,
  type ModelConfig,
  type OpenAiModelConfig,
  type Provider,
  type VarveConfig,
} from "@varve/config";
import { type Installation, install, type ModelLimits } from "@varve/kernel";
import modelAnthropic, { type AnthropicOptions, declaredLimits as anthropicLimits } from "@varve/model-anthropic";
import modelOpenai, { type OpenAiOptions, declaredLimits as openaiLimits } from "@varve/model-openai";
import type { SummariseModelOptions, SummariserModel } from "@varve/summarise-model";

/** The model that requests are written for where none is configured: a replay needs one, and asks nothing of it. */
export const DEFAULT_MODEL = "gpt-6.1-sol";

type Summariser = NonNullable<NonNullable<VarveConfig["summariser"]>["model"]>;

/** The plugin of the task's own model. */
export function modelPlugin(model: ModelConfig | null, from: string): Installation {
  const own = model ?? ({ provider: "openai", name: DEFAULT_MODEL } as const);
  switch (own.provider) {
    case "openai":
      return install(modelOpenai, openaiOptions(own), from);
    case "anthropic":
      return install(modelAnthropic, anthropicOptions(own), from);
  }
}

/** The plugin of the summariser's model, where another provider serves it than the task's. */
export function summariserPlugin({ model, summariser }: VarveConfig, from: string): Installation | null {
  const other = summariser?.model;
  if (other === undefined || other.provider === (model?.provider ?? "openai")) return null;
  switch (other.provider) {
    case "openai":
      return install(modelOpenai, { name: other.name, declare: false }, from);
    case "anthropic":
      return install(modelAnthropic, { name: other.name, declare: false }, from);
  }
}

/**
 * What the summariser is told.
 * @throws ConfigError where the window of its model is neither known nor configured
 */
export function summariserOptions({ summariser }: VarveConfig): SummariseModelOptions {
  if (summariser === null) return {};
  const { model, maxOutputTokens, instruction } = summariser;
  return {
    ...(model === undefined ? {} : { model: namedModel(model, maxOutputTokens) }),
    ...(maxOutputTokens === undefined ? {} : { max_output_tokens: maxOutputTokens }),
    ...(instruction === undefined ? {} : { instruction }),
  };
}

/** What is known of a provider's models. */
const LIMITS: {
  readonly [P in Provider]: (model: {
    readonly name: string;
    readonly context_window_tokens?: number;
    readonly max_output_tokens?: number;
  }) => ModelLimits | null;
} = { openai: openaiLimits, anthropic: anthropicLimits };

function namedModel(
  { provider, name, contextWindowTokens }: Summariser,
  maxOutputTokens: number | undefined,
): SummariserModel {
  const limits = LIMITS[provider]({
    name,
    ...(contextWindowTokens === undefined ? {} : { context_window_tokens: contextWindowTokens }),
    ...(maxOutputTokens === undefined ? {} : { max_output_tokens: maxOutputTokens }),
  });
  if (limits === null) {
    const key = "summariser.context_window_tokens";
    const reason = `${key} is missing, and nothing is known of the window of ${name}, which is to summarise`;
    throw new ConfigError([{ file: null, key, reason, remedy: "Add it: input and output together, in tokens." }]);
  }
  const { windowTokens, outputTokens } = limits;
  return { provider, name, context_window_tokens: windowTokens, max_output_tokens: outputTokens };
}

function openaiOptions(model: OpenAiModelConfig): OpenAiOptions {
  const { api, reasoningEffort, reasoningSummary, promptCache, omit } = model;
  return {
    ...commonOptions(model),
    ...(api === undefined ? {} : { api }),
    ...(reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort }),
    ...(reasoningSummary === undefined ? {} : { reasoning_summary: reasoningSummary }),
    ...(promptCache === undefined ? {} : { prompt_cache: promptCache }),
    ...(omit === undefined ? {} : { omit }),
  };
}

function anthropicOptions(model: AnthropicModelConfig): AnthropicOptions {
  const { reasoningEffort, cacheTtl, thinkingBudgetTokens } = model;
  return {
    ...commonOptions(model),
    ...(reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort }),
    ...(cacheTtl === undefined ? {} : { cache_ttl: cacheTtl }),
    ...(thinkingBudgetTokens === undefined ? {} : { thinking_budget_tokens: thinkingBudgetTokens }),
  };
}

/** What every provider's plugin takes under the same names. */
function commonOptions(model: ModelConfig) {
  const { name, baseUrl, stream, timeoutMs, maxRetries, contextWindowTokens, maxOutputTokens, parallelToolCalls } =
    model;
  return {
    name,
    ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
    ...(stream === undefined ? {} : { stream }),
    ...(timeoutMs === undefined ? {} : { timeout_ms: timeoutMs }),
    ...(maxRetries === undefined ? {} : { max_retries: maxRetries }),
    ...(contextWindowTokens === undefined ? {} : { context_window_tokens: contextWindowTokens }),
    ...(maxOutputTokens === undefined ? {} : { max_output_tokens: maxOutputTokens }),
    ...(parallelToolCalls === undefined ? {} : { parallel_tool_calls: parallelToolCalls }),
  };
}
