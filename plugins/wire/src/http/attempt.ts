import { CallFailure } from "./failure.ts";

/** One try of a call, while it goes on. */
export interface Attempt {
  /** Aborts with the caller's signal, or when nothing has come for too long. */
  readonly signal: AbortSignal;
  /** Says that something has come. */
  heard(): void;
}

/**
 * Runs one try with a signal of its own, and lets go of the caller's at the end, so that nothing piles up on a signal that
 * outlives many calls.
 *
 * @param idleMs how long may pass without anything coming, milliseconds
 * @throws CallFailure of kind `timeout` when nothing came for that long; what `send` throws
 */
export async function attempt<Answer>(
  caller: AbortSignal,
  idleMs: number,
  send: (attempt: Attempt) => Promise<Answer>,
): Promise<Answer> {
  const own = new AbortController();
  const giveUp = (): void => own.abort(caller.reason);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    own.abort();
  }, idleMs);
  caller.addEventListener("abort", giveUp, { once: true });
  if (caller.aborted) giveUp();
  try {
    const answer = await send({ signal: own.signal, heard: () => timer.refresh() });
    // A stream that is aborted may end as if it were whole.
    if (isLate) throw late(idleMs);
    return answer;
  } catch (error) {
    throw isLate ? late(idleMs) : error;
  } finally {
    clearTimeout(timer);
    caller.removeEventListener("abort", giveUp);
  }
}

function late(idleMs: number): CallFailure {
  return new CallFailure({ kind: "timeout", message: `no part of an answer for ${idleMs} ms`, mayBePaid: true });
}
