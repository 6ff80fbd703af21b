import type { EncodedRequest } from "@varve/kernel";
import { modelOf } from "../parameters.ts";
import type { CacheRule, Terms } from "./cache-rule.ts";
import { OPENAI_PARAMETERS } from "./openai-parameters.ts";
import { PrefixCache } from "./prefix-cache.ts";

const MINUTE = 60_000;

/** Shorter prompts are not cached, tokens. */
const MINIMUM = 1_024;

/** What is reported is a multiple of this, tokens. */
const STEP = 128;

/** Where GPT-5.5 keeps prefixes, tokens; earlier models do so at intervals that are not published. */
const GPT_5_5_STEP = 2_048;

/**
 * OpenAI before GPT-5.6, and servers that are compatible with it: whatever prefix was sent before is found, from 1,024 tokens,
 * in steps of 128; writing costs nothing.
 *
 * Source: https://developers.openai.com/api/docs/guides/prompt-caching, as of 2026-09-23. Kept in memory, a prefix typically
 * goes after 5 to 10 minutes without use; with `prompt_cache_retention: "24h"`, which is all that GPT-5.5 has, typically after 30.
 * Which one holds where a request does not say depends on the organisation, so the middle is assumed.
 */
export const openaiImplicit: CacheRule = {
  name: "openai_implicit",
  parameters: OPENAI_PARAMETERS,
  terms: (request): Terms => ({
    minimumTokens: MINIMUM,
    stepTokens: isGpt55(request) ? GPT_5_5_STEP : STEP,
    lifetimeMs: lifetimeMs(request),
  }),
  open: () => new PrefixCache(),
};

function lifetimeMs(request: EncodedRequest): number {
  const { prompt_cache_retention: retention } = request.body;
  if (retention === "24h" || isGpt55(request)) return 30 * MINUTE;
  return (retention === "in_memory" ? 5 : 10) * MINUTE;
}

function isGpt55(request: EncodedRequest): boolean {
  return request.provider === "openai" && (modelOf(request)?.startsWith("gpt-5.5") ?? false);
}
