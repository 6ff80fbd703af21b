import type { Finding, Rule } from "../rule.ts";
import { shown } from "../shown.ts";
import { type Items, roundsOf } from "../talk/rounds.ts";
import { type AnyCall, callsIn } from "../watch/calls.ts";
import type { Asked } from "./asked.ts";

/** Words that stand in every text of one task and in nothing else. */
const MARKS = { first: "aurora", second: "borealis", third: "cygnus" } as const;

/** A plugin with a memory outside its kernel, or one memory for all tasks, tells one customer what another has said. */
export function tasksApartRule<Value>({ group, player, log }: Asked<Value>): Rule {
  return {
    id: `${group}/tasks-apart`,
    says: "What belongs to one task never shows in another, in one kernel or in two.",
    remedy:
      "Keep what is remembered in a WeakMap by the state, the history or the entry itself, made in `apply`. Entry ids and call ids are the same in every task, and a module lives as long as the process.",
    check: (bench) =>
      bench.search(
        async (items) => {
          const { patienceMs } = bench.settings;
          // Ids that were never used here: what an earlier run has left in a shared memory must not stand for this one's.
          const number = bench.nextNumber();
          const firstEntry = number * 1_000;
          const play = async (
            rig: Awaited<ReturnType<typeof bench.rig>>,
            taskId: string,
            mark: string,
            said: Items,
          ) => {
            const steps = await bench.drive(player.drive, rig, roundsOf(said, mark), {
              taskId: `${taskId}-${number}`,
              patienceMs,
              firstEntry,
            });
            return steps.flatMap(({ calls }) => callsIn(log(calls)));
          };
          await using one = await bench.rig();
          const [first, second] = await Promise.all([
            play(one, "task-1", MARKS.first, items),
            play(one, "task-2", MARKS.second, items),
          ]);
          // The same task id in another kernel, as after a restart, or in a test beside this one.
          await using other = await bench.rig();
          const third = await play(other, "task-1", MARKS.third, items);
          const finding = leak(first, MARKS.first) ?? leak(second, MARKS.second) ?? leak(third, MARKS.third);
          return finding === null
            ? null
            : { ...finding, of: `conversation, ${player.drive.says}, by two tasks at once` };
        },
        { inputs: "short", share: 0.25 },
      ),
  };
}

/** What one task was answered that another had said. */
function leak(calls: readonly AnyCall[], own: string): Finding | null {
  const foreign = Object.values(MARKS).filter((mark) => mark !== own);
  for (const { hookPoint, outcome } of calls) {
    if (outcome?.kind !== "value" || outcome.value === undefined) continue;
    const json = JSON.stringify(outcome.value) ?? "";
    const mark = foreign.find((word) => json.includes(word));
    if (mark !== undefined)
      return {
        at: hookPoint,
        expected: `nothing of a task in which every text begins with "${mark}", in the answer for one with "${own}"`,
        came: shown(outcome.value),
      };
  }
  return null;
}
