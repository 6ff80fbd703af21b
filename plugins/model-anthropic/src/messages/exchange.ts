import { freeze, type JsonObject } from "@varve/kernel";
import type { Speaker } from "./replayed-blocks.ts";
import type { Transcript } from "./transcript.ts";

/** Blocks of one of the window's items. */
export interface Said {
  readonly speaker: Speaker;
  readonly blocks: readonly JsonObject[];
  readonly source: number;
}

/**
 * What the model said and called in one answer, and what came of it. The API wants the results of all its calls at the very
 * beginning of the user's next message, so what landed between is sent behind them.
 */
export class Exchange {
  readonly #said: Said[] = [];
  /** By the call's id on the wire, in the order of the calls. */
  readonly #results = new Map<string, Said | null>();
  readonly #landed: Said[] = [];
  #waiting = 0;

  /** Whether a call still waits for its result. No request was made since: another call can join. */
  get isOpen(): boolean {
    return this.#waiting > 0;
  }

  /** Whether nothing has come of it yet, so that whatever the model says belongs to the same answer. */
  get isFresh(): boolean {
    return this.#landed.length === 0 && this.#waiting === this.#results.size;
  }

  say(said: Said): void {
    this.#said.push(said);
  }

  call(id: string, said: Said): void {
    this.#said.push(said);
    this.#results.set(id, null);
    this.#waiting += 1;
  }

  /** Takes in the result of a call that waits for it. */
  result(id: string, said: Said): void {
    this.#waiting -= 1;
    this.#results.set(id, said);
  }

  land(said: Said): void {
    this.#landed.push(said);
  }

  /** Writes it all down, in an order that the API takes. */
  writeTo(transcript: Transcript): void {
    const source = this.#said.at(-1)?.source ?? 0;
    const results = [...this.#results].map(([id, result]): Said => {
      return result ?? { speaker: "user", blocks: [unanswered(id)], source };
    });
    for (const { speaker, blocks, source: from } of [...this.#said, ...results, ...this.#landed]) {
      for (const block of blocks) transcript.add(speaker, block, from);
    }
  }
}

function unanswered(id: string): JsonObject {
  return freeze({
    type: "tool_result",
    tool_use_id: id,
    content: [{ type: "text", text: "No result." }],
    is_error: true,
  });
}
