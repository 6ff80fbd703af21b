import type { EncodedRequest } from "@varve/kernel";
import { modelFamily } from "../model-family.ts";
import { modelOf } from "../parameters.ts";

/** For models that are not in the table. */
const MOST_COMMON = 1_024;

/**
 * The shortest prefix that is cached, tokens.
 *
 * Source: https://platform.claude.com/docs/en/build-with-claude/prompt-caching, "Cache limitations", as of 2026-10-07.
 */
const MINIMUM: ReadonlyMap<string, number> = new Map([
  ["claude-fable-5-1", 512],
  ["claude-mythos-5-1", 512],
  ["claude-fable-5", 512],
  ["claude-mythos-5", 512],
  ["claude-mythos-preview", 2_048],
  ["claude-opus-5-5", 512],
  ["claude-opus-5", 512],
  ["claude-opus-4-8", 1_024],
  ["claude-opus-4-7", 2_048],
  ["claude-opus-4-6", 4_096],
  ["claude-opus-4-5", 4_096],
  ["claude-opus-4-1", 1_024],
  ["claude-opus-4", 1_024],
  ["claude-sonnet-5-5", 512],
  ["claude-sonnet-5", 1_024],
  ["claude-sonnet-4-6", 1_024],
  ["claude-sonnet-4-5", 1_024],
  ["claude-sonnet-4", 1_024],
  ["claude-haiku-5-5", 512],
  ["claude-haiku-4-5", 4_096],
  ["claude-3-5-haiku", 2_048],
  ["claude-3-haiku", 2_048],
]);

export function anthropicMinimum(request: EncodedRequest): number {
  return MINIMUM.get(modelFamily(modelOf(request) ?? "")) ?? MOST_COMMON;
}
