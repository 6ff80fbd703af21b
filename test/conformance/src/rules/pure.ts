import type { Rule } from "../rule.ts";
import { shown } from "../shown.ts";
import { roundsOf } from "../talk/rounds.ts";
import { callsIn } from "../watch/calls.ts";
import type { Asked } from "./asked.ts";
import { ofStep } from "./over-conversations.ts";

/** A plugin that changes its input works only where nobody freezes it: the kernel does. */
export function pureRule<Value>({ group, player, log }: Asked<Value>): Rule {
  return {
    id: `${group}/pure`,
    says: "It changes nothing of what it is given: states, windows and entries are values that others hold too.",
    remedy:
      "Make a new object or a new list: `{ ...entry, … }`, `list.toSorted()`, `list.with(index, value)`. In a running kernel the context is frozen, and the change throws.",
    check: (bench) =>
      bench.search(
        async (items) => {
          await using rig = await bench.rig({ contexts: "copied" });
          const task = { taskId: "task-1", patienceMs: bench.settings.patienceMs };
          const steps = await bench.drive(player.drive, rig, roundsOf(items), task);
          for (const [index, { calls }] of steps.entries()) {
            const call = callsIn(log(calls)).find(({ changed }) => changed !== null);
            if (call === undefined || call.changed === null) continue;
            const { path, before, after } = call.changed;
            return {
              at: call.hookPoint,
              expected: `context.${path} as it was: ${shown(before)}`,
              came: after === undefined ? "it is gone" : shown(after),
              of: ofStep(player, index),
            };
          }
          return null;
        },
        { inputs: "all", share: 0.25 },
      ),
  };
}
