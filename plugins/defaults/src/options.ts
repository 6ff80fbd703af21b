import type { AgentConfig, VarveConfig } from "@varve/config";
import type { LogPinoOptions } from "@varve/log-pino";
import type { AgentsOptions } from "@varve/section-agents";
import type { SystemPromptOptions } from "@varve/section-system-prompt";

export function promptOptions({ system }: VarveConfig["prompt"]): SystemPromptOptions {
  return system === null ? {} : { path: system };
}

export function agentsOptions(agents: VarveConfig["agents"]): AgentsOptions {
  return { agents: Object.fromEntries(Object.entries(agents).map(([id, agent]) => [id, cardSource(agent)])) };
}

export function logOptions({ level, path }: NonNullable<VarveConfig["log"]>): LogPinoOptions {
  return path === null ? { level } : { level, path };
}

function cardSource(agent: AgentConfig): { readonly card: string } | { readonly card_url: string } {
  return "card" in agent ? { card: agent.card } : { card_url: agent.cardUrl };
}
