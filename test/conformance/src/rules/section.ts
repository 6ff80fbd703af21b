import type { SectionContext, SectionResult } from "@varve/kernel";
import { newTask } from "../bench.ts";
import { windows } from "../drives/windows.ts";
import { elsewhen } from "../elsewhen.ts";
import type { Finding, Rule, RuleGroup } from "../rule.ts";
import { shown } from "../shown.ts";
import { roundsOf } from "../talk/rounds.ts";
import type { Call, Calls } from "../watch/calls.ts";
import { firstDifference } from "../watch/difference.ts";
import { commonRules } from "./every-hook.ts";

const log = (calls: Calls) => calls.section;

/** A day and an odd hour, minute, second and millisecond: another date, and another time of day. */
const AHEAD_MS = 26 * 3_600_000 + 61_001;

const stable: Rule = {
  id: "section/static",
  says: "A section that is declared static has the same bytes on every turn, at every time and in a fresh instance.",
  remedy:
    "Render it once, in `apply`, from the options alone: no clock, no random number, no locale, nothing of the state. Or declare it `turn`.",
  check: (bench) =>
    bench.search(
      async (items) => {
        if (bench.staticSections.length === 0) return null;
        const task = { taskId: "task-1", patienceMs: bench.settings.patienceMs };
        const play = async () => {
          await using rig = await bench.rig();
          const steps = await bench.drive(windows.drive, rig, roundsOf(items), task);
          return steps.flatMap(({ result }) => (result.value === null ? [] : [result.value.window]));
        };
        const seen = new Map<string, { readonly text: string | null; readonly when: string }>();
        for (const [when, made] of [
          ["at first", await play()],
          ["a day later, in a fresh instance", await elsewhen(AHEAD_MS, play)],
        ] as const) {
          for (const [turn, window] of made.entries()) {
            for (const { id, text } of window.sections) {
              if (!bench.staticSections.includes(id)) continue;
              const before = seen.get(id);
              seen.set(id, before ?? { text, when: `turn ${turn}, ${when}` });
              if (before === undefined || before.text === text) continue;
              return {
                at: `section.${id}.in`,
                expected: `${shown(before.text)}, as at ${before.when}`,
                came: `${shown(text)} at turn ${turn}, ${when}`,
                of: `conversation, ${windows.drive.says}`,
              };
            }
          }
        }
        return null;
      },
      { inputs: "short", share: 0.25 },
    ),
};

const entries: Rule = {
  id: "section/entries",
  says: "The rendering of a history entry is a function of the entry: the same in a longer history, a day later, and read from a store.",
  remedy:
    "Look at `context.entry` and `context.toolName` alone. What was sent once is a prefix of everything that is sent later.",
  check: (bench) =>
    bench.search(
      async (items) => {
        const task = { taskId: "task-1", patienceMs: bench.settings.patienceMs };
        await using rig = await bench.rig();
        const steps = await bench.drive(windows.drive, rig, roundsOf(items), task);
        const first = steps.flatMap(({ calls }) => [...log(calls).in, ...log(calls).post]);
        const rendered = first.filter(({ context, outcome }) => context.entry !== null && outcome?.kind === "value");
        const last = steps.findLast(({ result }) => result.value !== null)?.result.value;
        if (rendered.length === 0 || last === undefined || last === null) return null;
        // The whole history, out of JSON, in a kernel that has seen nothing of it.
        await using fresh = await bench.rig();
        const { history, nextEntry } = JSON.parse(JSON.stringify(last.state));
        const state = { ...newTask(fresh, task.taskId), history, nextEntry, turn: last.state.turn };
        await elsewhen(AHEAD_MS, () => fresh.kernel.assemble(state));
        const calls = fresh.watch.take(task.taskId).section;
        const again = new Map([...calls.in, ...calls.post].map((call) => [keyOf(call), call]));
        for (const call of rendered) {
          const finding = compared(call, again.get(keyOf(call)));
          if (finding !== null) return { ...finding, of: `conversation, ${windows.drive.says}` };
        }
        return null;
      },
      { inputs: "all", share: 0.25 },
    ),
};

type SectionCall = Call<SectionContext, SectionResult>;

/** The same entry, answering the same call. */
function keyOf({ hookPoint, context: { entry, toolName } }: SectionCall): string {
  return `${hookPoint} ${entry?.id} ${toolName}`;
}

function compared({ hookPoint: at, outcome, context }: SectionCall, other: SectionCall | undefined): Finding | null {
  if (outcome?.kind !== "value" || other?.outcome?.kind !== "value") return null;
  const found = firstDifference(outcome.value, other.outcome.value);
  if (found === null) return null;
  return {
    at,
    expected: `${context.entry?.id} as it was rendered before, ${found.path}: ${shown(found.before)}`,
    came: shown(found.after),
  };
}

export const sectionRules: RuleGroup = {
  name: "section",
  operations: ["section"],
  rules: [...commonRules({ group: "section", operation: "section", player: windows, log }), stable, entries],
};
