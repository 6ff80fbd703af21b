import { Fold, freeze, type InputItem, type JsonObject, type WindowItem } from "@varve/kernel";
import { CallIds, stableEnds, wellFormed } from "@varve/wire";
import { callBlock, messageBlocks, resultBlock, speakerOf, thinkingBlock } from "./blocks.ts";
import { Exchange } from "./exchange.ts";
import { replayedBlock, type Speaker } from "./replayed-blocks.ts";
import { type Place, Transcript, type WireMessage } from "./transcript.ts";

interface Placed {
  readonly transcript: Transcript;
  /** The model's last answer with what came of it, while more of that may come. */
  exchange: Exchange | null;
  /** Thinking that waits for what it led to. */
  held: readonly JsonObject[];
  readonly callIds: CallIds<Exchange>;
  /** The ids of what the provider's own tools were asked. */
  readonly serverCalls: Set<unknown>;
  /** The tools' own names that calls have. */
  readonly names: Set<string>;
}

export interface EncodedInput {
  readonly messages: readonly WireMessage[];
  readonly names: ReadonlySet<string>;
  /** The window's items behind which a cache breakpoint stands, by index, each with its block. */
  readonly breakpoints: ReadonlyMap<number, Place>;
}

const ENDING: JsonObject = freeze({ type: "text", text: "Go on." });

/** Writes windows' inputs as messages for one model. An input that grows costs what was added to it. */
export class MessagesEncoder {
  readonly #model: string;
  readonly #written = new WeakMap<InputItem, { readonly as: string; readonly blocks: readonly JsonObject[] }>();
  readonly #placed = new Fold<WindowItem, Placed>(
    () => ({
      transcript: new Transcript(),
      exchange: null,
      held: [],
      callIds: new CallIds({ longest: 64, accepted: /^[a-zA-Z0-9_-]+$/ }),
      serverCalls: new Set(),
      names: new Set(),
    }),
    (placed, { item }, index) => this.#place(placed, item, index),
  );

  constructor(model: string) {
    this.#model = model;
  }

  encode(input: readonly WindowItem[]): EncodedInput {
    const { transcript, exchange, names } = this.#placed.over(input);
    const whole = new Transcript(transcript);
    exchange?.writeTo(whole);
    // Where the model spoke last, it is asked to go on: the API takes no request that ends with its own words.
    if (whole.speaker !== "user") whole.add("user", ENDING, input.length);

    const { messages } = whole;
    const isMarkable = (index: number): boolean => {
      const place = whole.placeOf(index);
      const block = place === undefined ? undefined : messages[place.message]?.content[place.block];
      return block !== undefined && block.type !== "thinking" && block.type !== "redacted_thinking";
    };
    const { task, before, last } = stableEnds(input, isMarkable);
    const breakpoints = new Map<number, Place>();
    for (const end of [task, before, last]) {
      const place = end === null ? undefined : whole.placeOf(end);
      if (end !== null && place !== undefined) breakpoints.set(end, place);
    }
    return { messages, names: new Set(names), breakpoints };
  }

  #place(placed: Placed, item: InputItem, source: number): void {
    switch (item.kind) {
      case "reasoning":
        placed.held = [...placed.held, ...this.#once(item, "", () => oneOrNone(thinkingBlock(item, this.#model)))];
        return;
      case "message":
        say(placed, { speaker: speakerOf(item.role), blocks: this.#once(item, "", () => messageBlocks(item)), source });
        return;
      case "opaque": {
        const replayed = replayedBlock(item);
        if (replayed === null || !isAnswered(placed, item.data)) return;
        say(placed, { speaker: replayed.speaker, blocks: this.#once(item, "", () => [replayed.block]), source });
        return;
      }
      case "tool_call": {
        const { exchange: current } = placed;
        const joins = current !== null && (current.isOpen || current.isFresh);
        const exchange = joins ? current : begin(placed);
        placed.names.add(item.name);
        const id = placed.callIds.call(item.callId, exchange);
        const blocks = [...takeHeld(placed), ...this.#once(item, id, () => [callBlock(id, item)])];
        exchange.call(id, { speaker: "assistant", blocks, source });
        return;
      }
      case "tool_result": {
        const answered = placed.callIds.answered(item.callId);
        if (answered === null) {
          // It cannot stand there as a result, but what it says is not lost.
          const { parts } = item;
          const blocks = this.#once(item, "orphan", () => messageBlocks({ kind: "message", role: "user", parts }));
          say(placed, { speaker: "user", blocks, source });
          return;
        }
        takeHeld(placed);
        const { id, call: exchange } = answered;
        const blocks = this.#once(item, `of ${id}`, () => [resultBlock(id, item)]);
        exchange.result(id, { speaker: "user", blocks, source });
        return;
      }
    }
  }

  /** An item is written once for each way in which it can stand in a request; `as` says which. */
  #once(item: InputItem, as: string, write: () => readonly JsonObject[]): readonly JsonObject[] {
    const before = this.#written.get(item);
    if (before?.as === as) return before.blocks;
    const blocks = write().map((each) => freeze(wellFormed(each)));
    this.#written.set(item, { as, blocks });
    return blocks;
  }
}

/**
 * Thinking is sent with what it led to, or not at all: the API refuses it alone. What is left out because nothing of it can be
 * seen parts it from nothing.
 */
function say(placed: Placed, { speaker, blocks, source }: SaidBlocks): void {
  if (blocks.length === 0) return;
  const held = takeHeld(placed);
  const { exchange } = placed;
  if (speaker === "user") {
    if (exchange?.isOpen === true) exchange.land({ speaker, blocks, source });
    else {
      close(placed);
      for (const block of blocks) placed.transcript.add(speaker, block, source);
    }
    return;
  }
  const said = { speaker, blocks: [...held, ...blocks], source };
  if (exchange?.isFresh === true) exchange.say(said);
  else if (exchange?.isOpen === true) exchange.land(said);
  else begin(placed).say(said);
}

interface SaidBlocks {
  readonly speaker: Speaker;
  readonly blocks: readonly JsonObject[];
  readonly source: number;
}

function takeHeld(placed: Placed): readonly JsonObject[] {
  const { held } = placed;
  placed.held = [];
  return held;
}

/** Whether what the provider's own tool answered stands behind what it was asked: a compaction can part them. */
function isAnswered({ serverCalls }: Placed, { type, id, tool_use_id: of }: JsonObject): boolean {
  if (type === "server_tool_use") serverCalls.add(id);
  return of === undefined || serverCalls.has(of);
}

function begin(placed: Placed): Exchange {
  close(placed);
  placed.exchange = new Exchange();
  return placed.exchange;
}

function close(placed: Placed): void {
  placed.exchange?.writeTo(placed.transcript);
  placed.exchange = null;
}

function oneOrNone(block: JsonObject | null): readonly JsonObject[] {
  return block === null ? [] : [block];
}
