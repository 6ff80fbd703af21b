import { Exchanges, type HistoryEntry, Pairs, plainText } from "@varve/kernel";
import type { RE2JS } from "re2js";

/** The entries that a rule pins, each with why. */
export type Pins = ReadonlyMap<HistoryEntry, string>;

export function firstRequest(history: readonly HistoryEntry[]): Pins {
  const first = history.find(({ item, made }) => item.kind === "message" && item.role === "user" && made === undefined);
  return new Map(first === undefined ? [] : [[first, "the first request"]]);
}

export function matching(history: readonly HistoryEntry[], expressions: readonly RE2JS[]): Pins {
  return new Map(
    history.flatMap((entry): [HistoryEntry, string][] => {
      const text = plainText(entry.item);
      const found = expressions.find((expression) => expression.matcher(text).find());
      return found === undefined ? [] : [[entry, `matches ${found.pattern()}`]];
    }),
  );
}

/** A call fails until the same call, with the same arguments, succeeds. Of several failures the newest says how things are. */
export function unresolvedErrors(history: readonly HistoryEntry[]): Pins {
  const failing = new Map<string, HistoryEntry>();
  for (const [index, { name, callIndex }] of new Pairs().answers(history)) {
    const [result, call] = [history[index], history[callIndex]];
    if (result?.item.kind !== "tool_result" || call?.item.kind !== "tool_call" || result.made === "synthetic") continue;
    const key = `${name}\n${call.item.arguments}`;
    if (result.item.isError === true) failing.set(key, result);
    else failing.delete(key);
  }
  return new Map([...failing.values()].map((entry) => [entry, "an error that is not resolved"]));
}

export function lastExchanges(history: readonly HistoryEntry[], count: number): Pins {
  const last = new Exchanges(new Pairs()).of(history).slice(-count);
  return new Map(last.flatMap(({ entries }) => entries.map((entry) => [entry, "one of the last exchanges"] as const)));
}
