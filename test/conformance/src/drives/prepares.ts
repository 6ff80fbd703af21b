import { append, complete, type Prepared } from "@varve/kernel";
import { newTask } from "../bench.ts";
import { attempt, TookTooLong } from "../within.ts";
import { modelOf, nextTurn } from "./compactions.ts";
import { type Drive, Player, type Step } from "./drive.ts";

/** How full the window is, as a share of the trigger's line. The last one goes on. */
const FULLNESS = [0.2, 0.9, 1.3, 4] as const;

/** The share of the budget above which the kernel's default trigger says yes. */
const LINE = 0.75;

/** Says a conversation some times over, and prepares each for windows of several sizes. */
const drive: Drive<Prepared> = {
  says: "said three times over, each time prepared for windows of four sizes",
  async run(rig, rounds, { taskId, patienceMs, signal, firstEntry }) {
    const call = signal === undefined ? {} : { signal };
    const steps: Step<Prepared>[] = [];
    let state = newTask(rig, taskId, firstEntry);
    for (const items of rounds) {
      state = append(state, items);
      const { value: window } = await attempt(() => rig.kernel.assemble(state, call), patienceMs, "assemble");
      const tokens = window?.tokens ?? 0;
      // What was measured is what was counted, nearly all of it out of the cache.
      const usage = { inputTokens: tokens, cachedTokens: Math.floor(tokens * 0.95), cacheWriteTokens: 0 };
      const before = complete(state, {
        countedTokens: tokens,
        items: [],
        usage: { ...usage, outputTokens: 1, reasoningTokens: 0 },
        model: rig.kernel.model?.name ?? null,
        atMs: steps.length * 60_000,
      });
      state = before;
      for (const fullness of FULLNESS) {
        rig.watch.take(taskId);
        const model = modelOf(rig, tokens / (LINE * fullness));
        const result = await attempt(() => rig.kernel.prepare(before, { ...call, model }), patienceMs, "prepare");
        steps.push({ before, result, calls: rig.watch.take(taskId) });
        if (result.error instanceof TookTooLong) return steps;
        if (result.value !== null) state = nextTurn(result.value.state);
      }
    }
    return steps;
  },
};

export const prepares = new Player(drive);
