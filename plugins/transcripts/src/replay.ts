import type { InputItem, Usage } from "@varve/kernel";
import type { Recording } from "./recording.ts";

/** One recorded model call: what to append, and what the model then gave. */
export interface ReplayStep {
  /** The number of the call, from 1. */
  readonly call: number;
  /** Items to append before the call; empty where the model was asked again without new input. */
  readonly append: readonly InputItem[];
  /** Items of the recorded answer, to append after the call. */
  readonly produced: readonly InputItem[];
  readonly usage: Usage | null;
  readonly model: string | null;
}

/** A recording laid out for a replay: the items of all steps and the rest, in order, are the recording's items. */
export interface Replay {
  readonly steps: readonly ReplayStep[];
  /** Items after the last answer, which no recorded call has seen. */
  readonly rest: readonly InputItem[];
}

/** The steps that bring a task through a recorded session, call by call. */
export function replayOf({ items, calls }: Pick<Recording, "items" | "calls">): Replay {
  let done = 0;
  const steps = calls.map(({ at, produced, usage, model }, index): ReplayStep => {
    const append = items.slice(done, at);
    done = at + produced;
    return { call: index + 1, append, produced: items.slice(at, done), usage, model };
  });
  return { steps, rest: items.slice(done) };
}
