import type { ModelLimits } from "@varve/kernel";
import type { AnthropicOptions } from "./options.ts";
import { PROVIDER } from "./provider.ts";

/** What is known of a model; tokens. */
export interface KnownModel {
  /** Input and output together. */
  readonly windowTokens: number;
  /** The most that one answer can have, thinking included. */
  readonly outputTokens: number;
  /** How it is made to think: it decides itself, or within a budget that the request gives; 4.6 takes either. */
  readonly thinks: "adaptive" | "budget" | "either";
  /** Whether its thinking fits only behind the very conversation that it came from: "preserved thinking". */
  readonly bindsThinking: boolean;
}

const BOUND: KnownModel = { windowTokens: 1_000_000, outputTokens: 128_000, thinks: "adaptive", bindsThinking: true };
const LONG: KnownModel = { ...BOUND, bindsThinking: false };
const EITHER: KnownModel = { ...LONG, thinks: "either" };
const MEDIUM: KnownModel = { ...LONG, windowTokens: 200_000, outputTokens: 64_000, thinks: "budget" };
const SHORT: KnownModel = { ...MEDIUM, outputTokens: 32_000 };

/**
 * As the provider's pages state it, as of 2026-12-01: https://platform.claude.com/docs/en/about-claude/models/overview, and
 * for thinking https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting and /preserved-thinking. For
 * Claude Fable 5.2 https://docs.aws.amazon.com/bedrock/latest/userguide/model-card-anthropic-claude-fable-5-2.html.
 * Options override it, and a model that is not here needs them.
 */
export const KNOWN_MODELS: ReadonlyMap<string, KnownModel> = new Map([
  ["claude-fable-5-2", BOUND],
  ["claude-fable-5-1", BOUND],
  ["claude-fable-5", LONG],
  ["claude-opus-5-5", BOUND],
  ["claude-opus-5", LONG],
  ["claude-opus-4-8", LONG],
  ["claude-opus-4-7", LONG],
  ["claude-opus-4-6", EITHER],
  ["claude-sonnet-5-5", BOUND],
  ["claude-sonnet-5", LONG],
  ["claude-sonnet-4-6", EITHER],
  ["claude-haiku-5-5", BOUND],
  ["claude-opus-4-5", MEDIUM],
  ["claude-sonnet-4-5", MEDIUM],
  ["claude-haiku-4-5", MEDIUM],
  ["claude-opus-4-1", SHORT],
]);

/** A dated snapshot is the model that it is a snapshot of: `claude-haiku-4-5-20251001` is `claude-haiku-4-5`. */
export function modelFamily(name: string): string {
  return name.replace(/-\d{8}$/, "");
}

export function knownModel(name: string): KnownModel | undefined {
  return KNOWN_MODELS.get(name) ?? KNOWN_MODELS.get(modelFamily(name));
}

/** The share of a window that is kept for the answer where only the window is known. */
const OUTPUT_SHARE = 1 / 4;

/** What to declare of the configured model; `null` where its window is neither known nor configured. */
export function declaredLimits(options: AnthropicOptions): ModelLimits | null {
  const known = knownModel(options.name);
  const windowTokens = options.context_window_tokens ?? known?.windowTokens;
  if (windowTokens === undefined) return null;
  const room = known?.outputTokens ?? Math.floor(windowTokens * OUTPUT_SHARE);
  const asked = options.max_output_tokens ?? Math.min(room, Math.ceil(windowTokens / 2));
  return { provider: PROVIDER, name: options.name, windowTokens, outputTokens: withThinking(asked, options) };
}

/**
 * The most that an answer may have, thinking included. The API wants more than the budget for thinking: a limit that leaves
 * nothing beside it is meant for what comes after it.
 */
export function withThinking(limit: number, { name, thinking_budget_tokens: budget }: AnthropicOptions): number {
  if (budget === undefined || limit > budget) return limit;
  const most = knownModel(name)?.outputTokens ?? Number.POSITIVE_INFINITY;
  return Math.min(most, budget + limit);
}
