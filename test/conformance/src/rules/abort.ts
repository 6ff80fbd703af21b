import type { Bench } from "../bench.ts";
import type { Step, Task } from "../drives/drive.ts";
import type { Finding, Rule } from "../rule.ts";
import { shownError } from "../shown.ts";
import { type Items, roundsOf } from "../talk/rounds.ts";
import { type AnyCall, callsIn, type Outcome } from "../watch/calls.ts";
import { within } from "../within.ts";
import { type Asked, isOf } from "./asked.ts";
import { isAbort } from "./is-abort.ts";

/** Calls that are made again with a signal that has aborted. */
const MOST_AGAIN = 3;

/** An abort is a matter of moments: it has this share of the patience. */
const SHARE_OF_PATIENCE = 1 / 4;

/** How long an executor has been at work when the signal aborts, milliseconds. */
const AT_WORK_MS = 5;

const EXPECTED = "an answer, or an AbortedError";

/**
 * The kernel lets go of an executor as soon as the signal aborts, so a caller does not wait. But a summary that is still
 * being made costs money, and nobody will read it.
 */
export function abortRule<Value>(asked: Asked<Value>): Rule {
  const { group, player } = asked;
  return {
    id: `${group}/abort`,
    says: "When the signal aborts, before or during its work, it ends the work: with an AbortedError, or with the answer if that is there.",
    remedy:
      "Hand `context.signal` on to kernel.ask, kernel.count, fetch and timers, and look at it between long steps: `context.signal.throwIfAborted()`.",
    check: (bench) =>
      bench.search(
        async (items) => {
          const found = (await before(bench, asked, items)) ?? (await during(bench, asked, items));
          return found === null ? null : { ...found, of: `conversation, ${player.drive.says}` };
        },
        { inputs: "short", share: 0 },
      ),
  };
}

/** Asks the executors again, each with a signal that has aborted. */
async function before<Value>(bench: Bench, { player, log }: Asked<Value>, items: Items): Promise<Finding | null> {
  await using rig = await bench.rig();
  const steps = await bench.drive(player.drive, rig, roundsOf(items), taskOn(bench));
  const calls = steps.flatMap(({ calls }) => callsIn(log(calls))).slice(0, MOST_AGAIN);
  const reason = new Error("the caller has given up");
  for (const call of calls) {
    const context = { ...call.context, signal: AbortSignal.abort(reason) };
    const finding = await ended(bench, call, () => call.again(context), reason, "asked with an aborted signal");
    if (finding !== null) return finding;
  }
  return null;
}

/** Aborts while the executor is at work: the first time that the kit's model is asked, it does not answer until then. */
async function during<Value>(
  bench: Bench,
  { operation, player, log }: Asked<Value>,
  items: Items,
): Promise<Finding | null> {
  await using rig = await bench.rig({ model: "hangs_once" });
  const caller = new AbortController();
  const reason = new Error("the caller has given up");
  const aborted = Promise.withResolvers<AnyCall | null>();
  let isWaiting = true;
  rig.watch.onCall = (call) => {
    if (!isWaiting || !isOf(operation, call.hookPoint)) return;
    isWaiting = false;
    setTimeout(() => {
      caller.abort(reason);
      aborted.resolve(call);
    }, AT_WORK_MS);
  };
  const run = bench.drive(player.drive, rig, roundsOf(items), { ...taskOn(bench), signal: caller.signal });
  run.then(() => isWaiting && aborted.resolve(null), aborted.reject);
  const call = await aborted.promise;
  if (call === null) return null;
  const settled = async (): Promise<unknown> => {
    const outcome: Outcome<unknown> = await call.settled;
    if (outcome.kind === "error") throw outcome.error;
    return outcome.value;
  };
  const finding = await ended(bench, call, settled, reason, `aborted after ${AT_WORK_MS} ms`);
  await run;
  return finding ?? afterwards(await bench.drive(player.drive, rig, roundsOf(items), taskOn(bench)), log);
}

/** The next try begins as if nothing had been begun. */
function afterwards<Value>(steps: readonly Step<Value>[], log: Asked<Value>["log"]): Finding | null {
  for (const { hookPoint: at, outcome } of steps.flatMap(({ calls }) => callsIn(log(calls)))) {
    const expected = "an answer to the next call, after one was aborted";
    if (outcome === null) return { at, expected, came: "none" };
    if (outcome.kind === "error")
      return { at, expected, came: `it threw ${shownError(outcome.error)}`, cause: outcome.error };
  }
  return null;
}

async function ended(
  bench: Bench,
  { hookPoint: at }: AnyCall,
  work: () => Promise<unknown>,
  reason: unknown,
  when: string,
): Promise<Finding | null> {
  const patienceMs = Math.ceil(bench.settings.patienceMs * SHARE_OF_PATIENCE);
  let hasSettled = false;
  try {
    await within(
      work().finally(() => {
        hasSettled = true;
      }),
      patienceMs,
      "the executor",
    );
    return null;
  } catch (error) {
    if (!hasSettled) return { at, expected: EXPECTED, came: `${when}, it was still at work ${patienceMs} ms later` };
    return isAbort(error, reason)
      ? null
      : { at, expected: EXPECTED, came: `${when}, it threw ${shownError(error)}`, cause: error };
  }
}

function taskOn({ settings }: Bench): Task {
  return { taskId: "task-1", patienceMs: settings.patienceMs };
}
