import { ExecutorError, InvalidResultError } from "@varve/kernel";
import type { Bench } from "../bench.ts";
import type { Step } from "../drives/drive.ts";
import type { Finding, Rule } from "../rule.ts";
import { shown, shownError } from "../shown.ts";
import { type Calls, callsIn } from "../watch/calls.ts";
import { TookTooLong } from "../within.ts";
import { abortRule } from "./abort.ts";
import { type Asked, isOf } from "./asked.ts";
import { deterministicRule } from "./deterministic.ts";
import { isAbort } from "./is-abort.ts";
import { linearRule } from "./linear.ts";
import { overConversations } from "./over-conversations.ts";
import { pureRule } from "./pure.ts";
import { tasksApartRule } from "./tasks-apart.ts";

/** The rules that hold at every hook point where a conversation is at hand. */
export function commonRules<Value>(asked: Asked<Value>): readonly Rule[] {
  return [
    reachedRule(asked),
    shapeRule(asked),
    passesOnRule(asked),
    settlesRule(asked),
    ...(asked.about === "numbers" ? [] : [linearRule(asked), tasksApartRule(asked)]),
    pureRule(asked),
    abortRule(asked),
    deterministicRule(asked),
  ];
}

function reachedRule<Value>({ group, operation, player, log }: Asked<Value>): Rule {
  return {
    id: `${group}/reached`,
    says: "It answers at least one of the conversations that it is tried with.",
    remedy:
      "Give it options under which it answers, or `conversations` that it is made for: what never answers is not checked by the other rules.",
    async check(bench) {
      const isBody = ({ hookPoint }: { readonly hookPoint: string }) =>
        hookPoint.endsWith(".in") && isOf(operation, hookPoint);
      if (!bench.taps.some(isBody)) return null;
      let asked = 0;
      let answered = 0;
      await bench.search(async (items) => {
        const steps = answered > 0 ? [] : await player.played(bench, items);
        for (const { outcome } of steps.flatMap(({ calls }) => log(calls).in)) {
          asked += 1;
          if (outcome?.kind === "value" && outcome.value !== undefined) answered += 1;
        }
        return null;
      });
      if (answered > 0) return null;
      return {
        at: operation,
        expected: "an answer to one of them",
        came: `it was asked ${asked} times, and passed on each time`,
      };
    },
  };
}

function shapeRule<Value>({ group, operation, player, log }: Asked<Value>): Rule {
  return {
    id: `${group}/shape`,
    says: "What it answers has the form that the hook point takes.",
    remedy: "Return what the hook reference says under `otherwise`; return undefined to pass on.",
    check: overConversations(player, ({ calls, result: { error } }, { bench }) => {
      const isIts =
        error instanceof InvalidResultError && isOf(operation, error.hookPoint) && bench.isItsName(error.plugin);
      if (!isIts) return null;
      const { hookPoint: at } = error;
      const answers = callsIn(log(calls)).filter(({ hookPoint }) => hookPoint === at);
      const last = answers.at(-1)?.outcome;
      const came = last?.kind === "value" ? `${shown(last.value)}\n${error.message}` : error.message;
      return { at, expected: "a result of this hook point", came, cause: error };
    }),
  };
}

function passesOnRule<Value>({ group, operation, player, log }: Asked<Value>): Rule {
  return {
    id: `${group}/passes-on`,
    says: "Where it cannot help it passes on: it never throws at what a conversation holds.",
    remedy:
      "Return undefined where there is nothing to go by, and the next executor is asked. Throw where something is wrong with the plugin's own means alone: its file, its model, its options.",
    check: overConversations(player, ({ calls, result }, { bench }) =>
      thrown(calls, result.error, bench.isItsName.bind(bench)),
    ),
  };

  function thrown(calls: Calls, error: unknown, isItsName: (name: string) => boolean): Finding | null {
    const expected = "an answer, or undefined";
    for (const { hookPoint, outcome } of callsIn(log(calls))) {
      if (outcome?.kind === "error" && !isAbort(outcome.error, null))
        return { at: hookPoint, expected, came: `it threw ${shownError(outcome.error)}`, cause: outcome.error };
    }
    // What a plugin hands over besides executors, such as a section's instances, is told of by the kernel alone.
    return error instanceof ExecutorError && isOf(operation, error.hookPoint) && isItsName(error.plugin)
      ? { at: error.hookPoint, expected, came: error.message, cause: error.cause }
      : null;
  }
}

function settlesRule<Value>({ group, player, log }: Asked<Value>): Rule {
  return {
    id: `${group}/settles`,
    says: "It answers in time, whatever the conversation holds.",
    remedy:
      "Look for a promise that nobody resolves, and for work that grows faster than its input: a regular expression that backtracks, a list that is searched for every entry. `patienceMs` is how long is waited.",
    check: overConversations(player, late, { inputs: "all", share: 1, waits: "always" }),
  };

  function late({ calls, result }: Step<Value>, { bench }: { readonly bench: Bench }): Finding | null {
    const { patienceMs } = bench.settings;
    // Work that never lets go of the process ends before anybody notices how late it is.
    const slow = callsIn(log(calls)).find(({ outcome, tookMs }) => outcome === null || tookMs > patienceMs);
    if (slow === undefined) return null;
    const expected = `an answer within ${patienceMs} ms`;
    if (slow.outcome !== null) return { at: slow.hookPoint, expected, came: `one after ${Math.round(slow.tookMs)} ms` };
    return result.error instanceof TookTooLong ? { at: slow.hookPoint, expected, came: "none" } : null;
  }
}
