import type { ModelLimits, SummariseContext, Window } from "@varve/kernel";
import type { SummariseModelOptions } from "./options.ts";

/** What one request of the summariser may have, tokens. */
export interface Room {
  /** Counted tokens of the input; `null` where no window is known. */
  readonly input: number | null;
  /** The limit set for the answer; `null` for the provider's own. */
  readonly output: number | null;
}

/** Counting is an estimate: this share of a window is not filled. */
const MARGIN = 0.05;

/** The same for a model that is not the task's own: what is counted, and measured, is of the task's model. */
const OTHER_MODELS_MARGIN = 0.2;

/** When a conversation is folded, each summary is carried into the next request, so it may have this share of the window. */
const FOLDED_OUTPUT_SHARE = 1 / 4;

/** The rooms of a request that replays the conversation, and of one that folds a part of it. */
export interface Rooms {
  readonly whole: Room;
  readonly folded: Room;
}

/** @param model who is asked; `null` where none is declared */
export function roomsOf(
  model: ModelLimits | null,
  { limits, window }: Pick<SummariseContext, "limits" | "window">,
  { max_output_tokens = Number.POSITIVE_INFINITY, model: other }: SummariseModelOptions,
): Rooms {
  if (model === null) {
    const output = Number.isFinite(max_output_tokens) ? max_output_tokens : null;
    if (limits.windowTokens === null) return { whole: { input: null, output }, folded: { input: null, output } };
    // What the answer may have is no part of these limits.
    const input = fillable(limits.windowTokens, window, MARGIN);
    const folded = Math.min(max_output_tokens, Math.floor(limits.windowTokens * FOLDED_OUTPUT_SHARE));
    return { whole: { input, output }, folded: { input, output: folded } };
  }
  const { windowTokens, outputTokens } = model;
  const margin = other === undefined ? MARGIN : OTHER_MODELS_MARGIN;
  const output = Math.min(max_output_tokens, outputTokens, Math.floor(windowTokens / 2));
  const folded = Math.min(output, Math.floor(windowTokens * FOLDED_OUTPUT_SHARE));
  return {
    whole: { input: fillable(windowTokens - output, window, margin), output },
    folded: { input: fillable(windowTokens - folded, window, margin), output: folded },
  };
}

/** Counted tokens that fit, by the ratio of measured to counted where the provider measures more than is counted. */
function fillable(tokens: number, { estimate, tokens: counted }: Window, margin: number): number {
  const ratio = counted > 0 ? Math.max(1, estimate.tokens / counted) : 1;
  return Math.floor((tokens * (1 - margin)) / ratio);
}

/** Half of a room, or of a request that was too long for the provider where that is smaller, tokens. */
export function halved({ input, output }: Room, refusedTokens: number): Room {
  return { input: Math.floor(Math.min(input ?? refusedTokens, refusedTokens) / 2), output };
}
