import type { BetaThinkingConfigParam } from "@anthropic-ai/sdk/resources/beta/messages/messages";
import { knownModel } from "../known-models.ts";
import { type AnthropicOptions, isAtAnthropic } from "../options.ts";

/**
 * Newer models take their thinking back only behind the very conversation that it came from, and refuse the whole request
 * otherwise. A compaction, a plan that changed, or a section of this turn alone make it another: such thinking is then left
 * out by the API, which alone can tell, and the request goes through.
 * Source: https://platform.claude.com/docs/en/build-with-claude/preserved-thinking, as of 2026-12-01.
 */
const BINDING = { block_binding: { prefix_mismatch_behavior: "drop_block" } } as const;

/** How a model is asked to think; `null` leaves it to the model. It is the same for every call, as the cache wants it. */
export function thinkingOf(model: string, options: AnthropicOptions) {
  const { reasoning_effort: effort, thinking_budget_tokens: budget } = options;
  const dropsStale = dropsStaleThinking(model, options);
  const binding = dropsStale ? BINDING : {};
  if (budget !== undefined) {
    return { type: "enabled" as const, budget_tokens: budget, ...binding } satisfies BetaThinkingConfigParam;
  }
  // A model that thinks within a budget refuses the other way; one of them takes an effort all the same.
  const decidesItself = effort !== undefined && knownModel(model)?.thinks !== "budget";
  if (!decidesItself && !dropsStale) return null;
  return { type: "adaptive" as const, ...binding } satisfies BetaThinkingConfigParam;
}

function dropsStaleThinking(model: string, options: AnthropicOptions): boolean {
  const { drop_stale_thinking: asked } = options;
  const known = knownModel(model);
  if (known === undefined) return asked === true;
  return known.bindsThinking && (asked ?? isAtAnthropic(options));
}
