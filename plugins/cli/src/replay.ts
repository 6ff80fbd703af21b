import { setImmediate } from "node:timers/promises";
import {
  AbortedError,
  type AgentState,
  append,
  type CompactionRecord,
  complete,
  createState,
  type Decision,
  type EncodedRequest,
  type Kernel,
  type PrefixChange,
  type Usage,
  type Window,
} from "@varve/kernel";
import { type Recording, type ReplayStep, replayOf } from "@varve/transcripts";
import { PrefixMeter } from "./cached-share.ts";

/** One model call of a recording, as this kernel would have made it. */
export interface ReplayedCall {
  /** From 1. */
  readonly call: number;
  /** What was appended before it. */
  readonly added: ReplayStep["append"];
  readonly window: Window;
  readonly request: EncodedRequest;
  /** The compactions that led to this window, in order. */
  readonly records: readonly CompactionRecord[];
  /** Every decision of trigger, keep, summarise and approve before it, in order; also a no. */
  readonly decisions: readonly Decision[];
  /** What of the static prefix is not as it was at the call before. */
  readonly prefixChanges: readonly PrefixChange[];
  /** Tokens of the common prefix with the request before. */
  readonly cachedTokens: number;
  /** What the recording says of its own harness's call; it measured another window than this one. */
  readonly recorded: { readonly usage: Usage | null; readonly model: string | null };
}

/** How long the event loop may be held, milliseconds: a signal must get through, and a progress bar move. */
const LONGEST_HOLD_MS = 30;

/**
 * Brings a task through a recorded session, call by call: what stood before each call is appended, the window is prepared
 * and encoded, and the recorded answer is taken into the state. The recorded usage is shown and never used: it measured
 * the window of the harness that was recorded, and would mislead every estimate of this one.
 *
 * @throws what `kernel.prepare` and `kernel.encode` throw; AbortedError
 */
export async function* replayCalls(
  kernel: Kernel,
  recording: Pick<Recording, "taskId" | "goal" | "tools" | "items" | "calls">,
  { signal }: { readonly signal: AbortSignal },
): AsyncGenerator<ReplayedCall, AgentState> {
  const meter = new PrefixMeter();
  const prefixChanges: PrefixChange[] = [];
  kernel.events.prefixChanged.tap("@varve/cli/replay", (change) => void prefixChanges.push(change));
  let state = firstState(recording);
  let heldSince = performance.now();
  for (const { call, append: added, produced, usage, model } of replayOf(recording).steps) {
    if (performance.now() - heldSince > LONGEST_HOLD_MS) {
      await setImmediate();
      heldSince = performance.now();
    }
    if (signal.aborted) throw new AbortedError("The replay", signal.reason);
    const prepared = await kernel.prepare(append(state, added), { signal });
    const { window, records, decisions } = prepared;
    const request = await kernel.encode(window, { signal });
    yield {
      call,
      added,
      window,
      request,
      records,
      decisions,
      prefixChanges: prefixChanges.splice(0),
      cachedTokens: meter.cachedTokens(window),
      recorded: { usage, model },
    };
    state = complete(prepared.state, { countedTokens: window.tokens, items: produced, usage: null, model: null });
  }
  return state;
}

function firstState({ taskId, tools, goal }: Pick<Recording, "taskId" | "tools" | "goal">): AgentState {
  return createState({ taskId, tools, data: goal === null ? {} : { task: { goal } } });
}
