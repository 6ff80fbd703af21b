import { Fold } from "../growing.ts";
import type { HistoryEntry } from "./agent-state.ts";

/** A call that has no result yet. */
export interface OpenCall {
  readonly callId: string;
  readonly name: string;
  readonly entry: HistoryEntry;
  readonly index: number;
}

/** What a result answers; absent for an orphan: its call was never there, or has been answered before. */
export interface Answered {
  readonly name: string;
  readonly callIndex: number;
}

interface Pairing {
  /** By call id, oldest first: some servers give every call of an answer the same id. */
  readonly open: Map<string, OpenCall[]>;
  /** What each result answers, by its index. */
  readonly answers: Map<number, Answered>;
}

/** Which result answers which call: a result answers the oldest open call of its id. */
export class Pairs {
  readonly #fold = new Fold<HistoryEntry, Pairing>(
    () => ({ open: new Map(), answers: new Map() }),
    ({ open, answers }, entry, index) => {
      const { item } = entry;
      if (item.kind === "tool_call") {
        const call = { callId: item.callId, name: item.name, entry, index };
        const sameId = open.get(item.callId);
        if (sameId === undefined) open.set(item.callId, [call]);
        else sameId.push(call);
      } else if (item.kind === "tool_result") {
        const sameId = open.get(item.callId);
        const call = sameId?.shift();
        if (call === undefined) return;
        if (sameId?.length === 0) open.delete(item.callId);
        answers.set(index, { name: call.name, callIndex: call.index });
      }
    },
  );

  /** Calls without a result, oldest first. */
  open(history: readonly HistoryEntry[]): readonly OpenCall[] {
    return [...this.#fold.over(history).open.values()].flat().sort((a, b) => a.index - b.index);
  }

  /** What the result at an index answers, or `null`. */
  answeredAt(history: readonly HistoryEntry[], index: number): Answered | null {
    return this.#fold.over(history).answers.get(index) ?? null;
  }

  /** What each result answers, by its index. */
  answers(history: readonly HistoryEntry[]): ReadonlyMap<number, Answered> {
    return this.#fold.over(history).answers;
  }
}
