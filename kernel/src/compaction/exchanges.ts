import { Fold } from "../growing.ts";
import type { HistoryEntry } from "../state/agent-state.ts";
import type { Pairs } from "../state/pairing.ts";

/**
 * A stretch of the history that is kept or removed as a whole: from its first entry up to, and without, its end.
 * A call and its result are in one, with everything between them; so are calls made side by side, and a reasoning item with
 * the model's items that follow it.
 */
export interface Exchange {
  readonly start: number;
  readonly end: number;
  readonly entries: readonly HistoryEntry[];
}

/** A stretch of the model's own items: with a reasoning item it is one answer, and calls side by side are one batch. */
interface ModelAnswer {
  readonly hasReasoning: boolean;
  readonly endsInCall: boolean;
}

interface Running {
  /** Where each exchange begins. */
  readonly starts: number[];
  /** The stretch of model output that the last entry belongs to. */
  answer: ModelAnswer | null;
  lastRequest: HistoryEntry | null;
}

/** The one division of a history into exchanges, on which every strategy and every check works. */
export class Exchanges {
  readonly #pairs: Pairs;
  readonly #fold: Fold<HistoryEntry, Running>;

  constructor(pairs: Pairs) {
    this.#pairs = pairs;
    this.#fold = new Fold<HistoryEntry, Running>(
      () => ({ starts: [], answer: null, lastRequest: null }),
      (running, entry, index, history) => step(running, entry, index, pairs.answeredAt(history, index)?.callIndex),
    );
  }

  /** All exchanges, oldest first. */
  of(history: readonly HistoryEntry[]): readonly Exchange[] {
    const starts = [...this.#fold.over(history).starts];
    return starts.map((start, number) => {
      const end = starts[number + 1] ?? history.length;
      return { start, end, entries: history.slice(start, end) };
    });
  }

  /**
   * What no compaction may remove, whoever asks for it: the request being worked on, calls that still wait for their
   * results, and the newest exchange, which the model may not have seen yet. Its cost does not grow with the history.
   */
  protectedEntries(history: readonly HistoryEntry[]): readonly HistoryEntry[] {
    const { starts, lastRequest } = this.#fold.over(history);
    const found = new Set<HistoryEntry>(lastRequest === null ? [] : [lastRequest]);
    const indices = [...this.#pairs.open(history).map(({ index }) => index), history.length - 1];
    for (const number of new Set(indices.map((index) => lastStartAt(starts, index)))) {
      const [start, end] = [starts[number] ?? 0, starts[number + 1] ?? history.length];
      for (const entry of history.slice(start, end)) found.add(entry);
    }
    return [...found];
  }

  /** The last message of the user: the request being worked on. */
  lastRequest(history: readonly HistoryEntry[]): HistoryEntry | null {
    return this.#fold.over(history).lastRequest;
  }
}

function step(running: Running, entry: HistoryEntry, index: number, callIndex: number | undefined): void {
  const { starts, answer: before } = running;
  const answer = isModelOutput(entry) ? continued(before, entry) : null;
  running.answer = answer;
  if (isRequest(entry)) running.lastRequest = entry;
  if (callIndex !== undefined) {
    // Everything since the call belongs to its exchange, and with it what that belonged to.
    while ((starts.at(-1) ?? 0) > callIndex) starts.pop();
  } else if (before === null || answer === null || !(before.hasReasoning || (before.endsInCall && answer.endsInCall))) {
    starts.push(index);
  }
}

/** Whether a user said it and it is not done with: what a compaction wrote or marked as past is no request. */
export function isRequest({ item, made, past }: HistoryEntry): boolean {
  return item.kind === "message" && item.role === "user" && made === undefined && past !== true;
}

function continued(before: ModelAnswer | null, { item }: HistoryEntry): ModelAnswer {
  return {
    hasReasoning: before?.hasReasoning === true || item.kind === "reasoning",
    endsInCall: item.kind === "tool_call",
  };
}

/** The number of the last start at or before an index. */
function lastStartAt(starts: readonly number[], index: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Whether a model made the entry: reasoning, calls, its own words, a provider's own items. */
export function isModelOutput({ item }: HistoryEntry): boolean {
  return (
    item.kind === "reasoning" ||
    item.kind === "tool_call" ||
    item.kind === "opaque" ||
    (item.kind === "message" && item.role === "assistant")
  );
}
