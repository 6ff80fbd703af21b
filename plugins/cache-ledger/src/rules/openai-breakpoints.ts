import { type EncodedRequest, isJsonObject } from "@varve/kernel";
import { modelOf } from "../parameters.ts";
import { segmentsBefore } from "../trail.ts";
import { BreakpointCache } from "./breakpoint-cache.ts";
import type { CacheRule, Sent, Terms } from "./cache-rule.ts";
import { OPENAI_PARAMETERS } from "./openai-parameters.ts";

const MINUTE = 60_000;

const MINIMUM = 1_024;

/** How many of the latest breakpoints are considered. */
const LOOKED_BACK_AT = 80;

/** How many places one request writes at. */
const MOST_WRITES = 4;

/**
 * OpenAI from GPT-5.6 on: a prefix is found exactly where an earlier request had a breakpoint, and not a shorter one instead. A
 * request writes at its latest explicit breakpoints, three at most, and at the newest message that may carry one; with
 * `prompt_cache_options.mode: "explicit"` at four explicit ones alone. A write costs 1.25 times the input.
 *
 * Source: the API reference of `prompt_cache_options` (openai@7.59.0), which says that the latest 80 breakpoints of the
 * conversation are considered, and https://developers.openai.com/api/docs/guides/prompt-caching, as of 2026-09-23: from 1,024
 * tokens, and for 30 minutes after the latest write or use, or for the 12 hours that a request asks for. The guide gives other
 * figures for the looking back (the first 2 and latest 50 explicit ones, and 20 earlier messages); the reference's is used.
 */
export const openaiBreakpoints: CacheRule = {
  name: "openai_breakpoints",
  parameters: OPENAI_PARAMETERS,
  terms: ({ body }): Terms => {
    const options = body.prompt_cache_options;
    const isLong = isJsonObject(options) && options.ttl === "12h";
    return { minimumTokens: MINIMUM, stepTokens: 1, lifetimeMs: (isLong ? 12 * 60 : 30) * MINUTE };
  },
  open: () =>
    new BreakpointCache({
      writesAt,
      reaches: (_, __, newer) => newer < LOOKED_BACK_AT,
    }),
};

/** Whether OpenAI itself keeps prefixes at breakpoints for a model: `gpt-5.6-sol`, `gpt-6-luna`, … */
export function hasBreakpoints(request: EncodedRequest): boolean {
  const [, major, minor] = /^gpt-(\d+)(?:\.(\d+))?(?:-|$)/.exec(modelOf(request) ?? "") ?? [];
  const [generation, version] = [Number(major ?? 0), Number(minor ?? 0)];
  return generation > 5 || (generation === 5 && version >= 6);
}

function writesAt({ trail, request }: Sent): readonly number[] {
  const options = request.body.prompt_cache_options;
  const isExplicit = isJsonObject(options) && options.mode === "explicit";
  const explicit = (request.cacheBreakpoints ?? []).map((items) => segmentsBefore(trail, items)).sort((a, b) => a - b);
  if (isExplicit) return explicit.slice(-MOST_WRITES);
  // A user's or developer's message, or the output of a tool; an answer of the model carries no breakpoint.
  const newest = trail.items.findLastIndex(
    ({ item }) => item.kind === "tool_result" || (item.kind === "message" && item.role !== "assistant"),
  );
  const implicit = newest === -1 ? [] : [segmentsBefore(trail, newest + 1)];
  return [...explicit.slice(-(MOST_WRITES - 1)), ...implicit];
}
