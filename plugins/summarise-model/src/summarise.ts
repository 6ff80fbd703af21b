import { freeze, type PluginKernel, type SummariseContext, type SummariseResult, type Window } from "@varve/kernel";
import { fold } from "./fold.ts";
import type { Instruction } from "./instruction.ts";
import { lengthGoal } from "./length-goal.ts";
import type { SummariseModelOptions } from "./options.ts";
import { type Replay, replayOf } from "./replay.ts";
import { type Room, roomsOf } from "./room.ts";
import { CORRECTION_TOKENS, SummaryCalls } from "./summary-calls.ts";

/**
 * Asks the model for the summary: over the conversation as it was sent before where that fits, else part by part.
 * @throws SummaryError when the model gives none @throws AbortedError
 */
export async function summarise(
  kernel: PluginKernel,
  context: SummariseContext,
  options: SummariseModelOptions,
): Promise<SummariseResult> {
  const calls = new SummaryCalls(kernel, context);
  const rooms = roomsOf(kernel.model, context, options);
  const removed = tokensOf(context);
  const factsFor = ({ output }: Room): Instruction => ({
    words: lengthGoal(removed, output),
    added: options.instruction,
  });

  const facts = factsFor(rooms.whole);
  const replay = await replayOf(context, facts);
  const window = replay === null ? null : await fitting(replay, context.window, rooms.whole, calls);
  const summary =
    window === null
      ? await fold(context, calls, rooms.folded, factsFor(rooms.folded))
      : await calls.ask({ window, maxOutputTokens: rooms.whole.output, words: facts.words });

  const { total, calls: asked } = calls.spending;
  const how = window === null ? "the conversation as text" : "the conversation as it was sent before";
  const reason = `asked the model over ${how}, ${asked === 1 ? "in one call" : `in ${asked} calls`}`;
  return total === null ? { summary, reason } : { summary, usage: total, reason };
}

/** The window that replays the conversation and asks for its summary, or `null` where it does not fit. */
async function fitting(
  { prefix, instruction }: Replay,
  window: Window,
  { input: limit }: Room,
  calls: SummaryCalls,
): Promise<Window | null> {
  const item = { kind: "message", role: "developer", parts: instruction } as const;
  const asked = await calls.count(item);
  const leading = prefix.reduce((sum, { tokens }) => sum + tokens, 0);
  const instructions = window.instructions === "" ? 0 : await calls.count(window.instructions);
  const tokens = instructions + window.toolTokens + leading + asked;
  if (limit !== null && tokens + CORRECTION_TOKENS > limit) return null;
  return freeze({
    ...window,
    input: [...prefix, { item, tokens: asked, stability: "turn", sections: ["summary_instruction"] }],
    tokens,
    estimate: { tokens, basis: "counted" },
  });
}

function tokensOf({ removed, window }: SummariseContext): number {
  const ids = new Set(removed.map(({ id }) => id));
  return window.input.reduce(
    (sum, { entry, tokens }) => (entry !== undefined && ids.has(entry) ? sum + tokens : sum),
    0,
  );
}
