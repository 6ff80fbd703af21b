import type { Finding, Rule } from "../rule.ts";
import { shown, shownError } from "../shown.ts";
import { roundsOf } from "../talk/rounds.ts";
import { type AnyCall, callsIn, type Outcome } from "../watch/calls.ts";
import { firstDifference } from "../watch/difference.ts";
import type { Asked } from "./asked.ts";

/** Calls that are made again with the same context; each costs as much as the first time. */
const MOST_AGAIN = 12;

export function deterministicRule<Value>({ group, player, log }: Asked<Value>): Rule {
  return {
    id: `${group}/deterministic`,
    says: "The same context gives the same answer, asked again and in a fresh instance.",
    remedy:
      "Take out what is no part of the context: a clock, a random number, a counter, the order of what arrives side by side. Or do not claim `deterministic`.",
    claim: "deterministic",
    check: (bench) =>
      bench.search(
        async (items) => {
          const play = async () => {
            await using rig = await bench.rig();
            const task = { taskId: "task-1", patienceMs: bench.settings.patienceMs };
            const steps = await bench.drive(player.drive, rig, roundsOf(items), task);
            const calls = steps.flatMap(({ calls }) => callsIn(log(calls)));
            return { calls, repeated: await repeated(calls.slice(0, MOST_AGAIN)) };
          };
          const first = await play();
          const found = first.repeated ?? compared(first.calls, (await play()).calls);
          return found === null ? null : { ...found, of: `conversation, ${player.drive.says}` };
        },
        { inputs: "short", share: 0.5 },
      ),
  };
}

/** Asks the same executor again, with the same context. */
async function repeated(calls: readonly AnyCall[]): Promise<Finding | null> {
  for (const call of calls) {
    if (call.outcome === null) continue;
    const finding = difference(call.hookPoint, call.outcome, await outcomeOf(call), "asked again");
    if (finding !== null) return finding;
  }
  return null;
}

/** Compares what was answered to the same context: executors that are asked side by side are not asked in one order. */
function compared(first: readonly AnyCall[], second: readonly AnyCall[]): Finding | null {
  const others = new Map<string, AnyCall[]>();
  for (const call of second) {
    const key = keyOf(call);
    others.set(key, [...(others.get(key) ?? []), call]);
  }
  for (const call of first) {
    const other = others.get(keyOf(call))?.shift()?.outcome;
    if (call.outcome === null || other === undefined || other === null) continue;
    const finding = difference(call.hookPoint, call.outcome, other, "in a fresh instance");
    if (finding !== null) return finding;
  }
  return null;
}

function keyOf({ hookPoint, context }: AnyCall): string {
  return `${hookPoint} ${JSON.stringify(context)}`;
}

function difference(at: string, one: Outcome<unknown>, other: Outcome<unknown>, when: string): Finding | null {
  if (one.kind === "error" || other.kind === "error") {
    if (one.kind === other.kind) return null;
    return { at, expected: told(one), came: `${when}: ${told(other)}` };
  }
  const found = firstDifference(one.value, other.value);
  if (found === null) return null;
  const place = found.path === "" ? "" : `${found.path} `;
  return { at, expected: `${place}${shown(found.before)}`, came: `${when}: ${place}${shown(found.after)}` };
}

function told(outcome: Outcome<unknown>): string {
  return outcome.kind === "error" ? shownError(outcome.error) : shown(outcome.value);
}

async function outcomeOf(call: AnyCall): Promise<Outcome<unknown>> {
  try {
    return { kind: "value", value: await call.again(call.context) };
  } catch (error) {
    return { kind: "error", error };
  }
}
