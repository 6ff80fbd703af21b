import { type EncodedRequest, isJsonObject, type JsonObject, type JsonValue } from "@varve/kernel";
import type { CachedParameters } from "../parameters.ts";
import { segmentsBefore, type Trail } from "../trail.ts";
import { anthropicMinimum } from "./anthropic-minimum.ts";
import { BreakpointCache } from "./breakpoint-cache.ts";
import type { CacheRule, Sent, Terms } from "./cache-rule.ts";

const MINUTE = 60_000;

/** How many places are looked at from a breakpoint back, itself included. A run of calls is one, and so is a run of results. */
const LOOKED_BACK_AT = 20;

/** What loses the messages and keeps tools and system prompt; and what loses everything. `images`: that there are any. */
const PARAMETERS: CachedParameters = {
  head: ["speed"],
  input: ["tool_choice", "thinking", "output_config", "output_format", "context_management", "images"],
};

/**
 * Anthropic: a request writes exactly at its breakpoints, and finds what was written there, or at one of the 19 places before
 * one of them. Five minutes, or an hour where `cache_control` asks for it, each use starting them anew. A write costs 1.25
 * times the input, or twice for an hour.
 *
 * Source: https://platform.claude.com/docs/en/build-with-claude/prompt-caching (looking back, lifetimes, and the table of what
 * invalidates the cache), as of 2026-10-07.
 */
export const anthropic: CacheRule = {
  name: "anthropic",
  parameters: PARAMETERS,
  terms: (request): Terms => ({
    minimumTokens: anthropicMinimum(request),
    stepTokens: 1,
    lifetimeMs: (asksForAnHour(request) ? 60 : 5) * MINUTE,
  }),
  open: () =>
    new BreakpointCache({
      writesAt,
      reaches: (sent, { segments }) =>
        writesAt(sent).some(
          (place) => place >= segments && blocksAt(sent.trail, place) - blocksAt(sent.trail, segments) < LOOKED_BACK_AT,
        ),
    }),
};

function writesAt({ trail, request }: Sent): readonly number[] {
  return (request.cacheBreakpoints ?? []).map((items) => segmentsBefore(trail, items)).sort((a, b) => a - b);
}

function blocksAt({ marks }: Trail, segments: number): number {
  return marks[segments - 1]?.blocks ?? 0;
}

/** Whether what is written is to be kept for an hour: longer lifetimes stand first, so the first mark says it. */
export function asksForAnHour({ body }: EncodedRequest): boolean {
  const first =
    firstMark([body, ...list(body.tools), ...list(body.system)]) ??
    firstMark(list(body.messages).flatMap((message) => (isJsonObject(message) ? list(message.content) : [])));
  return first?.ttl === "1h";
}

function firstMark(blocks: readonly JsonValue[]): JsonObject | null {
  for (const block of blocks) {
    if (isJsonObject(block) && isJsonObject(block.cache_control)) return block.cache_control;
  }
  return null;
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
