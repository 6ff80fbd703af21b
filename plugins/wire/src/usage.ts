import type { JsonValue, Usage } from "@varve/kernel";
import { countOf, memberOf } from "./json-reads.ts";

/** Usage as OpenAI's two APIs and compatible servers report it; `null` where nothing, or only zeros, was reported. */
export function openaiUsage(usage: JsonValue | undefined): Usage | null {
  const inputDetails = memberOf(usage, "input_tokens_details") ?? memberOf(usage, "prompt_tokens_details");
  const outputDetails = memberOf(usage, "output_tokens_details") ?? memberOf(usage, "completion_tokens_details");
  const inputTokens = countOf(memberOf(usage, "input_tokens") ?? memberOf(usage, "prompt_tokens"));
  return reported({
    inputTokens,
    // A few compatible servers report more cached than there was; what is cached is part of the input.
    cachedTokens: Math.min(inputTokens, countOf(memberOf(inputDetails, "cached_tokens"))),
    cacheWriteTokens: countOf(memberOf(inputDetails, "cache_write_tokens")),
    outputTokens: countOf(memberOf(usage, "output_tokens") ?? memberOf(usage, "completion_tokens")),
    reasoningTokens: countOf(memberOf(outputDetails, "reasoning_tokens")),
  });
}

/**
 * Usage as Anthropic reports it: `input_tokens` leaves out what was read from and written to the cache, so the three
 * together are the input. `null` where nothing, or only zeros, was reported.
 */
export function anthropicUsage(usage: JsonValue | undefined): Usage | null {
  const cachedTokens = countOf(memberOf(usage, "cache_read_input_tokens"));
  const cacheWriteTokens = countOf(memberOf(usage, "cache_creation_input_tokens"));
  return reported({
    inputTokens: countOf(memberOf(usage, "input_tokens")) + cachedTokens + cacheWriteTokens,
    cachedTokens,
    cacheWriteTokens,
    outputTokens: countOf(memberOf(usage, "output_tokens")),
    reasoningTokens: countOf(memberOf(memberOf(usage, "output_tokens_details"), "thinking_tokens")),
  });
}

function reported(usage: Usage): Usage | null {
  return usage.inputTokens > 0 || usage.outputTokens > 0 ? usage : null;
}
