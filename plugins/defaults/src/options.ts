import type { AgentConfig, ModelConfig, VarveConfig } from "@varve/config";
import type { LogPinoOptions } from "@varve/log-pino";
import type { OpenAiOptions } from "@varve/model-openai";
import type { AgentsOptions } from "@varve/section-agents";
import type { SystemPromptOptions } from "@varve/section-system-prompt";

/** The model that requests are written for where none is configured: a replay needs one, and asks nothing of it. */
export const DEFAULT_MODEL = "gpt-6.1-sol";

export function promptOptions({ system }: VarveConfig["prompt"]): SystemPromptOptions {
  return system === null ? {} : { path: system };
}

export function agentsOptions(agents: VarveConfig["agents"]): AgentsOptions {
  return { agents: Object.fromEntries(Object.entries(agents).map(([id, agent]) => [id, cardSource(agent)])) };
}

export function logOptions({ level, path }: NonNullable<VarveConfig["log"]>): LogPinoOptions {
  return path === null ? { level } : { level, path };
}

export function modelOptions(model: ModelConfig | null): OpenAiOptions {
  if (model === null) return { name: DEFAULT_MODEL };
  const { name, contextWindowTokens, maxOutputTokens, reasoningEffort } = model;
  return {
    name,
    ...(contextWindowTokens === undefined ? {} : { context_window_tokens: contextWindowTokens }),
    ...(maxOutputTokens === undefined ? {} : { max_output_tokens: maxOutputTokens }),
    ...(reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort }),
  };
}

function cardSource(agent: AgentConfig): { readonly card: string } | { readonly card_url: string } {
  return "card" in agent ? { card: agent.card } : { card_url: agent.cardUrl };
}
