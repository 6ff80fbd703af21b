import type { EntryId, HistoryEntry, KeepContext, KeepResult } from "@varve/kernel";
import type { RE2JS } from "re2js";
import type { PinOptions } from "./options.ts";
import { firstRequest, lastExchanges, matching, type Pins, unresolvedErrors } from "./rules.ts";

/** A keep's answer with the pins that the rules add to its own. */
export function pinned(
  result: KeepResult,
  context: KeepContext,
  options: PinOptions,
  expressions: readonly RE2JS[],
): KeepResult {
  const { history } = context.state;
  const rules: readonly Pins[] = [
    options.first_request === true ? firstRequest(history) : new Map(),
    expressions.length === 0 ? new Map() : matching(history, expressions),
    options.unresolved_errors === true ? unresolvedErrors(history) : new Map(),
    options.last_exchanges === undefined ? new Map() : lastExchanges(history, options.last_exchanges),
  ];
  const why = new Map(rules.flatMap((each) => [...each]));
  const most = options.most_tokens ?? Math.floor(context.limits.targetTokens / 2);
  const { pins, left } = within(
    history.filter((entry) => why.has(entry)),
    most,
    context,
  );
  const told = `pins ${pins.length}${left === 0 ? "" : `, and has no room for ${left} more`}`;
  const reason = result.reason === undefined ? told : `${result.reason}; ${told}`;
  return { ...result, pins: [...new Set([...(result.pins ?? []), ...pins])], reason };
}

/** The newest of them that fit: what is pinned cannot be compacted, and must leave room for what is to come. */
function within(
  entries: readonly HistoryEntry[],
  most: number,
  { window }: KeepContext,
): { readonly pins: readonly EntryId[]; readonly left: number } {
  const tokens = new Map<string, number>();
  for (const { entry, tokens: size } of window.input) {
    if (entry !== undefined) tokens.set(entry, (tokens.get(entry) ?? 0) + size);
  }
  let room = most;
  const pins: EntryId[] = [];
  for (const { id } of entries.toReversed()) {
    const size = tokens.get(id) ?? 0;
    if (size > room) continue;
    room -= size;
    pins.unshift(id);
  }
  return { pins, left: entries.length - pins.length };
}
