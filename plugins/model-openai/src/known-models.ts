import type { ModelLimits } from "@varve/kernel";
import type { OpenAiOptions } from "./options.ts";
import { PROVIDER } from "./provider.ts";

/** What is known of a model; tokens. */
export interface KnownModel {
  /** Input and output together. */
  readonly windowTokens: number;
  /** The most that one answer can have, reasoning included. */
  readonly outputTokens: number;
  /** Whether it reasons; one that does not refuses to be asked for encrypted reasoning. */
  readonly reasons: boolean;
  /** Whether it takes explicit cache breakpoints: GPT-5.6 and later do, says the API reference of `prompt_cache_options`. */
  readonly breakpoints: boolean;
}

const NEWEST: KnownModel = { windowTokens: 1_050_000, outputTokens: 128_000, reasons: true, breakpoints: true };
const LONG: KnownModel = { ...NEWEST, breakpoints: false };
const MEDIUM: KnownModel = { ...LONG, windowTokens: 400_000 };
const SHORT: KnownModel = { ...LONG, windowTokens: 200_000, outputTokens: 100_000 };
const GPT_4_1: KnownModel = { windowTokens: 1_047_576, outputTokens: 32_768, reasons: false, breakpoints: false };
const GPT_4O: KnownModel = { ...GPT_4_1, windowTokens: 128_000, outputTokens: 16_384 };

/**
 * As the provider's model pages state it, https://developers.openai.com/api/docs/models, as of 2026-12-01. Options
 * override it, and a model that is not here needs them.
 */
export const KNOWN_MODELS: ReadonlyMap<string, KnownModel> = new Map([
  ["gpt-6.2-sol", NEWEST],
  ["gpt-6.1-sol", NEWEST],
  ["gpt-6-sol", NEWEST],
  ["gpt-5.6-sol", NEWEST],
  ["gpt-5.6-terra", NEWEST],
  ["gpt-5.6-luna", NEWEST],
  ["gpt-5.5", LONG],
  ["gpt-5.4", LONG],
  ["gpt-5.4-mini", MEDIUM],
  ["gpt-5.4-nano", MEDIUM],
  ["gpt-5.2", MEDIUM],
  ["gpt-5.1", MEDIUM],
  ["gpt-5", MEDIUM],
  ["gpt-5-mini", MEDIUM],
  ["gpt-5-nano", MEDIUM],
  ["o4-mini", SHORT],
  ["o3", SHORT],
  ["gpt-4.1", GPT_4_1],
  ["gpt-4.1-mini", GPT_4_1],
  ["gpt-4.1-nano", GPT_4_1],
  ["gpt-4o", GPT_4O],
  ["gpt-4o-mini", GPT_4O],
]);

/** A dated snapshot is the model that it is a snapshot of: `gpt-5-2025-08-07` is `gpt-5`. */
export function modelFamily(name: string): string {
  return name.replace(/-\d{4}-\d{2}-\d{2}$/, "");
}

export function knownModel(name: string): KnownModel | undefined {
  return KNOWN_MODELS.get(name) ?? KNOWN_MODELS.get(modelFamily(name));
}

/** The share of a window that is kept for the answer where only the window is known. */
const OUTPUT_SHARE = 1 / 4;

/** What to declare of the configured model; `null` where its window is neither known nor configured. */
export function declaredLimits(options: OpenAiOptions): ModelLimits | null {
  const known = knownModel(options.name);
  const windowTokens = options.context_window_tokens ?? known?.windowTokens;
  if (windowTokens === undefined) return null;
  const room = options.max_output_tokens ?? known?.outputTokens ?? Math.floor(windowTokens * OUTPUT_SHARE);
  // A window that was configured smaller than the known answer still needs room for its input.
  const outputTokens = options.max_output_tokens ?? Math.min(room, Math.ceil(windowTokens / 2));
  return { provider: PROVIDER, name: options.name, windowTokens, outputTokens };
}
