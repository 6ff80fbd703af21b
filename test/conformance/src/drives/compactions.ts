import { type AgentState, append, complete, type ModelLimits, type Prepared } from "@varve/kernel";
import { newTask } from "../bench.ts";
import type { Rig } from "../rig.ts";
import { MODEL } from "../stand-ins/model.ts";
import { attempt, TookTooLong } from "../within.ts";
import { type Drive, Player, type Step, type Task } from "./drive.ts";

/** Why each compaction runs, and how large the model's window is for it, as a share of what is to be sent. */
const COMPACTIONS = [
  { reason: "budget", windowShare: 1.2 },
  { reason: "manual", windowShare: null },
  { reason: "overflow", windowShare: 0.6 },
] as const;

/** Says a conversation some times over and compacts behind each. */
const drive: Drive<Prepared> = {
  says: "said three times over, with a compaction behind each",
  async run(rig, rounds, task) {
    const steps: Step<Prepared>[] = [];
    let state = newTask(rig, task.taskId, task.firstEntry);
    for (const [round, items] of rounds.entries()) {
      const how = COMPACTIONS[round % COMPACTIONS.length] ?? COMPACTIONS[1];
      const step = await compacted(rig, append(state, items), task, how);
      steps.push(step);
      if (step.result.error instanceof TookTooLong) break;
      state = nextTurn(step.result.value?.state ?? step.before);
    }
    return steps;
  },
};

export const compactions = new Player(drive);

async function compacted(
  rig: Rig,
  given: AgentState,
  task: Task,
  { reason, windowShare }: (typeof COMPACTIONS)[number],
): Promise<Step<Prepared>> {
  const { taskId, patienceMs, signal } = task;
  const call = signal === undefined ? {} : { signal };
  const { kernel } = rig;
  rig.watch.take(taskId);
  // As in every turn: calls that the conversation has left behind get their result first.
  const ready = await attempt(() => kernel.prepare(given, call), patienceMs, "prepare");
  if (ready.value === null) return { before: given, result: ready, calls: rig.watch.take(taskId) };
  const { state, window } = ready.value;
  const model = windowShare === null ? {} : { model: modelOf(rig, window.tokens * windowShare) };
  const result = await attempt(
    () => kernel.compact(state, { ...call, ...model, reason }),
    patienceMs,
    "the compaction",
  );
  return { before: state, result, calls: rig.watch.take(taskId) };
}

/** The kernel's model with another window. */
export function modelOf({ kernel }: Rig, windowTokens: number): ModelLimits {
  return { ...(kernel.model ?? MODEL), windowTokens: Math.max(1, Math.ceil(windowTokens)), outputTokens: 0 };
}

/** The state one turn later, of which nothing was measured. */
export function nextTurn(state: AgentState): AgentState {
  return complete(state, { countedTokens: 0, items: [], usage: null, model: null });
}
