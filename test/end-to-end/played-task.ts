import {
  type AgentState,
  append,
  type CompactionRecord,
  complete,
  type InputItem,
  type Kernel,
  type Usage,
  type Window,
} from "@varve/kernel";
import { bodyOf, requestFaults, type Wire } from "./request-body.ts";

/** One model call of a played task. */
export interface PlayedCall {
  readonly state: AgentState;
  readonly window: Window;
  readonly body: Wire;
  readonly records: readonly CompactionRecord[];
}

/**
 * Plays a task call by call, as a harness would: before each call it prepares the window, after it the model's items and
 * then what answers them are appended. Every request on the way is one that a provider takes.
 *
 * @param turns for each call the model's items, and what comes back for them
 * @param usage what the provider measures of a window; absent: nothing
 */
export async function playTask(
  kernel: Kernel,
  start: AgentState,
  turns: readonly { readonly answer: readonly InputItem[]; readonly after: readonly InputItem[] }[],
  usage: (window: Window) => Usage | null = () => null,
): Promise<{ readonly state: AgentState; readonly calls: readonly PlayedCall[] }> {
  const calls: PlayedCall[] = [];
  let state = start;
  for (const { answer, after } of turns) {
    const { state: prepared, window, records } = await kernel.prepare(state);
    const body = await bodyOf(kernel, window);
    const faults = requestFaults(body);
    if (faults.length > 0) throw new Error(`call ${calls.length + 1}: ${faults.join("; ")}`);
    calls.push({ state: prepared, window, body, records });
    const measured = usage(window);
    const model = measured === null ? null : (kernel.model?.name ?? null);
    const answered = complete(prepared, { countedTokens: window.tokens, items: answer, usage: measured, model });
    state = append(answered, after);
  }
  return { state, calls };
}
