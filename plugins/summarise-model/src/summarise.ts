import {
  AbortedError,
  freeze,
  type PluginKernel,
  type SummariseContext,
  type SummariseResult,
  type Window,
} from "@varve/kernel";
import { fold } from "./fold.ts";
import type { Instruction } from "./instruction.ts";
import { mayBeCached } from "./last-request.ts";
import { lengthGoal } from "./length-goal.ts";
import { type SummariseModelOptions, summariserLimits } from "./options.ts";
import { type Reach, type Replay, replayOf } from "./replay.ts";
import { halved, type Room, roomsOf } from "./room.ts";
import type { Spending } from "./spending.ts";
import { CORRECTION_TOKENS, SummaryCalls } from "./summary-calls.ts";
import { SummaryError } from "./summary-error.ts";
import { RequestTooLong } from "./too-long.ts";

/** The ways to show a conversation, each shorter than the one before: as it was sent, or what is removed of it as text. */
type Form = Reach | "text" | "text_in_half";

/**
 * Asks the model for the summary: over the last request where the provider may have it cached, else over its beginning up to
 * what is removed, else over what is removed alone, part by part. The next form stands in where one does not fit into the
 * model's window, or is too long for the provider.
 * @throws SummaryError when the model gives none @throws AbortedError @throws what a model call ends in
 */
export async function summarise(
  kernel: PluginKernel,
  context: SummariseContext,
  options: SummariseModelOptions,
): Promise<SummariseResult> {
  const other = summariserLimits(options);
  const model = other ?? kernel.model;
  const calls = new SummaryCalls(kernel, context, other);
  const rooms = roomsOf(model, context, options);
  const removed = tokensOf(context);
  const factsFor = ({ output }: Room): Instruction => ({
    words: lengthGoal(removed, output),
    added: options.instruction,
  });
  let refused: RequestTooLong[] = [];

  const ask = async (form: Form): Promise<string | null> => {
    if (form === "last_request" || form === "removed") {
      const facts = factsFor(rooms.whole);
      const replay = await replayOf(context, form, facts);
      const window = replay === null ? null : await fitting(replay, context.window, rooms.whole, calls);
      if (window === null) return null;
      return calls.ask({ window, maxOutputTokens: rooms.whole.output, words: facts.words });
    }
    const room = form === "text" ? rooms.folded : halved(rooms.folded, refused.at(-1)?.tokens ?? removed);
    return fold(context, calls, room, factsFor(room));
  };

  const isOwnModel = other === null || (other.provider === kernel.model?.provider && other.name === kernel.model.name);
  const replaysAll = isOwnModel && context.reason !== "overflow" && mayBeCached(context, model);
  const forms: readonly Form[] = [
    ...(replaysAll ? (["last_request"] as const) : []),
    "removed",
    "text",
    "text_in_half",
  ];
  for (const form of forms) {
    // What was too long is followed by what is much shorter.
    if (form === "text" && refused.length > 0) continue;
    try {
      const summary = await ask(form);
      if (summary !== null) return resultOf(summary, form, calls.spending, refused.length);
    } catch (error) {
      if (error instanceof RequestTooLong) refused = [...refused, error];
      // What is left of a room that the provider found too large holds nothing.
      else if (refused.length === 0 || !hasNoRoom(error)) throw withUsage(error, calls.spending);
    }
  }
  throw new SummaryError("overflow", { usage: calls.spending.total, cause: refused.at(-1)?.cause });
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

function hasNoRoom(error: unknown): boolean {
  return error instanceof SummaryError && error.fault === "no_room";
}

const SHOWN: { readonly [F in Form]: string } = {
  last_request: "the whole last request",
  removed: "the last request up to what is removed",
  text: "what is removed, as text",
  text_in_half: "what is removed, as text",
};

/** The summary with what it cost; the reason says how it was asked for, and what may have been paid for besides. */
function resultOf(summary: string, form: Form, { total, calls, retries }: Spending, refusals: number): SummariseResult {
  const paid = retries.filter(({ mayBePaid }) => mayBePaid).length;
  const reason = [
    `asked the model over ${SHOWN[form]}, ${calls === 1 ? "in one call" : `in ${calls} calls`}`,
    ...(refusals === 0 ? [] : [`${times(refusals)} the provider found a longer request too long`]),
    ...(retries.length === 0
      ? []
      : [`${times(retries.length)} a request was sent again, and ${paid} of these may have been paid for`]),
  ].join("; ");
  return total === null ? { summary, reason } : { summary, usage: total, reason };
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

/** The error, with what was paid for before it; an error that says so itself, or had nothing before it, stays as it is. */
function withUsage(error: unknown, { total }: Spending): unknown {
  if (total === null || error instanceof AbortedError || error instanceof SummaryError) return error;
  return new SummaryError("failed", { usage: total, cause: error });
}
