import { freeze, type JsonObject } from "@varve/kernel";
import type { Speaker } from "./replayed-blocks.ts";

/** A message of the request. */
export type WireMessage = {
  readonly role: Speaker;
  readonly content: readonly JsonObject[];
};

/** Where a block stands: the message, and the block in it. */
export interface Place {
  readonly message: number;
  readonly block: number;
}

const BEGINNING: JsonObject = freeze({ type: "text", text: "(What the user said before is not shown.)" });

/** Blocks in order, as messages of speakers that take turns. The user begins, as the API wants it. Blocks are frozen. */
export class Transcript {
  readonly #closed: WireMessage[];
  readonly #places: Map<number, Place>;
  readonly #before: Transcript | null;
  #speaker: Speaker | null;
  #open: JsonObject[];

  constructor(before: Transcript | null = null) {
    this.#before = before;
    this.#closed = before === null ? [] : [...before.#closed];
    this.#places = new Map();
    this.#speaker = before === null ? null : before.#speaker;
    this.#open = before === null ? [] : [...before.#open];
  }

  /** Who spoke last; `null` where nobody has. */
  get speaker(): Speaker | null {
    return this.#speaker;
  }

  /** @param source the window's item that the block came from */
  add(speaker: Speaker, block: JsonObject, source: number): void {
    if (this.#speaker === null && speaker === "assistant") this.#begin("user", BEGINNING);
    if (this.#speaker === speaker) this.#open.push(block);
    else this.#begin(speaker, block);
    this.#places.set(source, { message: this.#closed.length, block: this.#open.length - 1 });
  }

  /** The last block that a window's item became. */
  placeOf(source: number): Place | undefined {
    return this.#places.get(source) ?? this.#before?.placeOf(source);
  }

  get messages(): readonly WireMessage[] {
    return this.#speaker === null ? [...this.#closed] : [...this.#closed, messageOf(this.#speaker, this.#open)];
  }

  #begin(speaker: Speaker, block: JsonObject): void {
    if (this.#speaker !== null) this.#closed.push(messageOf(this.#speaker, this.#open));
    this.#speaker = speaker;
    this.#open = [block];
  }
}

function messageOf(role: Speaker, content: readonly JsonObject[]): WireMessage {
  return freeze({ role, content: freeze([...content]) });
}
