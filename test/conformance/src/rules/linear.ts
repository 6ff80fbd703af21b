import { FACTOR, overLinear } from "../growth.ts";
import type { Rule } from "../rule.ts";
import { conversation } from "../talk/conversation.ts";
import { printed } from "../talk/print.ts";
import { type Items, roundsOf } from "../talk/rounds.ts";
import { callsIn } from "../watch/calls.ts";
import type { Asked } from "./asked.ts";

/** What one line is made of: each has made a regular expression backtrack. */
const UNITS = ["ok", "a/", "1,", "a.b", "aB", " ", "\n", "中", "-"] as const;

/** The longest short line, characters. */
const MOST_SHORT = 8_192;

/** Exchanges of the short history. */
const SHORT_HISTORY = 24;

/** A tool result has ten million characters one day, and a session ten thousand entries. */
export function linearRule<Value>({ group, player, log }: Asked<Value>): Rule {
  return {
    id: `${group}/linear`,
    says: "The time grows with what a conversation holds and not with its square: in one long line, and in many entries.",
    remedy:
      "Bound what a regular expression may match, or cut runs without a space before it is asked; look entries up in a Map, not in the list. What blocks the process cannot even be aborted.",
    async check(bench) {
      const length = Math.min(MOST_SHORT, Math.ceil(bench.settings.lineLength / FACTOR));
      const growing = [
        ...UNITS.map((unit) => (size: number) => line(unit.repeat(Math.ceil((length * size) / unit.length)))),
        (size: number) => history(SHORT_HISTORY * size),
      ];
      for (const itemsOf of growing) {
        const growth = await overLinear(async (size) => {
          await using rig = await bench.rig();
          const task = { taskId: "task-1", patienceMs: bench.settings.patienceMs };
          const steps = await bench.drive(player.drive, rig, roundsOf(itemsOf(size)), task);
          return Math.max(0, ...steps.flatMap(({ calls }) => callsIn(log(calls)).map(({ tookMs }) => tookMs)));
        });
        if (growth === null) continue;
        const { shortMs, longMs } = growth;
        return {
          at: `${group} at its slowest`,
          expected: `about ${Math.round(shortMs * FACTOR)} ms, for ${FACTOR} times what takes ${Math.round(shortMs)} ms`,
          came: `${Math.round(longMs)} ms`,
          of: `conversation, ${player.drive.says}`,
          smallest: printed(itemsOf(FACTOR)),
        };
      }
      return null;
    },
  };
}

function line(text: string): Items {
  return conversation().user("Is the sum off?").exchange("grep", { pattern: "sum" }, text).assistant(text).items;
}

function history(exchanges: number): Items {
  const talk = conversation().user("Is the sum off?");
  for (let number = 0; number < exchanges; number += 1)
    talk.exchange("read", { path: `src/ledger_${number}.ts` }, `total ${number}`).assistant(`It is not in ${number}.`);
  return talk.items;
}
