import type { CachedParameters } from "../parameters.ts";

/**
 * What else must be the same for a prefix to be found: the miss reasons of OpenAI's prompt cache diagnostics
 * (`Response.CacheMiss.reason` in openai@7.59.0), and the settings that its prompt caching guide lists,
 * https://developers.openai.com/api/docs/guides/prompt-caching, as of 2026-09-23. `tool_choice`, limits of the output and
 * `stream` are in neither. Both of its APIs' names stand here.
 */
export const OPENAI_PARAMETERS: CachedParameters = {
  head: [
    "prompt_cache_key",
    "service_tier",
    "parallel_tool_calls",
    "text.format",
    "text.verbosity",
    "response_format",
    "verbosity",
    "reasoning.effort",
    "reasoning_effort",
    "context_management",
  ],
  input: [],
};
