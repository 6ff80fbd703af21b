import type { EventFacts } from "./events.ts";
import type { CallContext } from "./hooks/contexts.ts";
import type { CallOptions } from "./kernel-interface.ts";

/** A signal for calls that brought none. It never aborts, and nothing that listens to it stays. */
const NEVER = new AbortController().signal;

/** What belongs to one call, for a state or a window. */
export function callOf(
  { taskId, turn }: { readonly taskId: string; readonly turn: number },
  options: CallOptions,
): CallContext {
  const { signal = NEVER, attempt = 1, correlationId = `${taskId}/${turn}/${attempt}` } = options;
  return Object.freeze({ taskId, turn, attempt, correlationId, signal });
}

/** What observers are told of the call that an event belongs to. */
export function factsOf({ taskId, turn, correlationId }: CallContext): EventFacts {
  return { taskId, turn, correlationId };
}
