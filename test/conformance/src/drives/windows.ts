import { type AgentState, append, type EncodedRequest, type Window } from "@varve/kernel";
import { newTask } from "../bench.ts";
import { operationOf } from "../rig.ts";
import { attempt, TookTooLong } from "../within.ts";
import { nextTurn } from "./compactions.ts";
import { type Drive, Player, type Step } from "./drive.ts";

/** A window, and the request that was made of it where the plugin encodes. */
interface Made {
  /** As it was made ready: calls that were left behind have got a result. */
  readonly state: AgentState;
  readonly window: Window;
  readonly request: EncodedRequest | null;
}

/** Says a conversation some times over, and assembles the window behind each half of it. */
const drive: Drive<Made> = {
  says: "said three times over, with a window behind each half",
  async run(rig, rounds, { taskId, patienceMs, signal, firstEntry }) {
    const call = signal === undefined ? {} : { signal };
    const encodes = rig.taps.some(({ hookPoint }) => operationOf(hookPoint) === "model.encode");
    const steps: Step<Made>[] = [];
    let state = newTask(rig, taskId, firstEntry);
    for (const items of rounds) {
      const half = Math.ceil(items.length / 2);
      for (const part of [items.slice(0, half), items.slice(half)]) {
        state = append(state, part);
        const before = state;
        rig.watch.take(taskId);
        const make = async (): Promise<Made> => {
          const { window, state } = await rig.kernel.prepare(before, call);
          return { state, window, request: encodes ? await rig.kernel.encode(window, call) : null };
        };
        const result = await attempt(make, patienceMs, "the window");
        steps.push({ before, result, calls: rig.watch.take(taskId) });
        if (result.error instanceof TookTooLong) return steps;
        state = nextTurn(result.value?.state ?? before);
      }
    }
    return steps;
  },
};

export const windows = new Player(drive);
