import type { EntryId, HistoryEntry } from "../state/agent-state.ts";
import { Pairs } from "../state/pairing.ts";
import type { HistoryChange } from "./change-history.ts";
import { type Exchanges, isModelOutput } from "./exchanges.ts";

/**
 * What is wrong with a change of the history, whoever proposed it; `null` where nothing is.
 * After it every result still answers the call that it answered and every answered call has its result, no open call and not the request being worked
 * on is gone, the newest exchange is there at least in another form, and no reasoning is parted from what it belongs to.
 */
export function changeFault(
  before: readonly HistoryEntry[],
  change: HistoryChange,
  { pairs, exchanges }: { readonly pairs: Pairs; readonly exchanges: Exchanges },
): string | null {
  const { history: after } = change;
  const stays = new Set(after.map(({ id }) => id));
  return (
    requestFault(exchanges.lastRequest(before), stays) ??
    openCallFault(before, after, pairs, stays) ??
    resultFault(before, after, pairs) ??
    newestFault(exchanges.of(before).at(-1)?.entries ?? [], change, stays) ??
    reasoningFault(before, change, stays)
  );
}

function requestFault(request: HistoryEntry | null, stays: ReadonlySet<EntryId>): string | null {
  return request === null || stays.has(request.id)
    ? null
    : `it would remove ${request.id}, the request being worked on`;
}

function openCallFault(
  before: readonly HistoryEntry[],
  after: readonly HistoryEntry[],
  pairs: Pairs,
  stays: ReadonlySet<EntryId>,
): string | null {
  const wasOpen = new Set(pairs.open(before).map(({ entry }) => entry.id));
  for (const id of wasOpen) {
    if (!stays.has(id)) return `it would remove ${id}, a call that still waits for its result`;
  }
  const opened = new Pairs().open(after).find(({ entry }) => !wasOpen.has(entry.id));
  return opened === undefined
    ? null
    : `it would leave the call ${opened.entry.id} (${opened.callId}) without its result`;
}

function resultFault(before: readonly HistoryEntry[], after: readonly HistoryEntry[], pairs: Pairs): string | null {
  const callBefore = callsOfResults(before, pairs);
  const stood = new Set(before.map(({ id }) => id));
  for (const [result, call] of callsOfResults(after, new Pairs())) {
    const was = callBefore.get(result);
    if (call === null && was !== null) return `it would leave the result ${result} without its call`;
    // A call in another form is still that call; one that stood there before is another, whose id happens to be the same.
    if (was !== undefined && was !== call && call !== null && stood.has(call))
      return `it would let the result ${result} answer another call, ${call}`;
  }
  return null;
}

/** By each result the call that it answers, or `null`. */
function callsOfResults(history: readonly HistoryEntry[], pairs: Pairs): ReadonlyMap<EntryId, EntryId | null> {
  const answers = pairs.answers(history);
  return new Map(
    history.flatMap(({ id, item }, index): [EntryId, EntryId | null][] => {
      if (item.kind !== "tool_result") return [];
      const answered = answers.get(index);
      return [[id, answered === undefined ? null : (history[answered.callIndex]?.id ?? null)]];
    }),
  );
}

function newestFault(
  newest: readonly HistoryEntry[],
  { inserted }: HistoryChange,
  stays: ReadonlySet<EntryId>,
): string | null {
  const results = inserted.filter(({ entry }) => entry.item.kind === "tool_result").length;
  const gone = newest.filter(({ id }) => !stays.has(id));
  const other = gone.find(({ item }) => item.kind !== "tool_result");
  if (other !== undefined)
    return `it would remove ${other.id} of the newest exchange, which the model may not have seen`;
  return gone.length <= results
    ? null
    : `it would remove results of the newest exchange (${gone.map(({ id }) => id).join(", ")})`;
}

function reasoningFault(
  before: readonly HistoryEntry[],
  change: HistoryChange,
  stays: ReadonlySet<EntryId>,
): string | null {
  for (const [index, entry] of before.entries()) {
    if (entry.item.kind !== "reasoning") continue;
    const owner = before.slice(index + 1, index + 64).find(({ item }) => item.kind !== "reasoning");
    if (owner === undefined || !isModelOutput(owner)) continue;
    if (stays.has(entry.id) !== stays.has(owner.id))
      return `it would part the reasoning ${entry.id} from ${owner.id}, to which it belongs`;
  }
  const lonely = change.inserted.find(
    ({ entry, index }) => entry.item.kind === "reasoning" && !isFollowedByOwner(change.history, index),
  );
  return lonely === undefined ? null : `it would insert a reasoning item without the item it belongs to`;
}

function isFollowedByOwner(history: readonly HistoryEntry[], index: number): boolean {
  const next = history.slice(index + 1).find(({ item }) => item.kind !== "reasoning");
  return next !== undefined && isModelOutput(next);
}
