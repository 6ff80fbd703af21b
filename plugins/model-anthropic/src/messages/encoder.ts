import { Fold, freeze, type InputItem, type JsonObject, type WindowItem } from "@varve/kernel";
import { CallIds, stableEnds, wellFormed } from "@varve/wire";
import { callBlock, messageBlocks, replayedBlock, resultBlock, type Speaker, thinkingBlock } from "./blocks.ts";
import { Exchange } from "./exchange.ts";
import { type Place, Transcript, type WireMessage } from "./transcript.ts";

interface Placed {
  readonly transcript: Transcript;
  /** The model's last answer with what came of it, while more of that may come. */
  exchange: Exchange | null;
  /** Thinking that waits for what it led to. */
  held: readonly JsonObject[];
  readonly callIds: CallIds<Exchange>;
  /** The tools' own names that calls have. */
  readonly names: Set<string>;
}

export interface EncodedInput {
  readonly messages: readonly WireMessage[];
  readonly names: ReadonlySet<string>;
  /** The window's items behind which a cache breakpoint stands, by index, each with its block. */
  readonly breakpoints: ReadonlyMap<number, Place>;
}

const ENDING: JsonObject = { type: "text", text: "Go on." };

/** Writes windows' inputs as messages for one model. An input that grows costs what was added to it. */
export class MessagesEncoder {
  readonly #model: string;
  readonly #placed = new Fold<WindowItem, Placed>(
    () => ({
      transcript: new Transcript(),
      exchange: null,
      held: [],
      callIds: new CallIds({ longest: 64, accepted: /^[a-zA-Z0-9_-]+$/ }),
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
    if (whole.messages.at(-1)?.role !== "user") whole.add("user", ENDING, input.length);

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
    if (item.kind === "reasoning") {
      const block = thinkingBlock(item, this.#model);
      if (block !== null) placed.held = [...placed.held, frozen(block)];
      return;
    }
    const { held } = placed;
    placed.held = [];
    switch (item.kind) {
      case "message": {
        const { speaker, blocks } = messageBlocks(item);
        say(placed, speaker, held, blocks.map(frozen), source);
        return;
      }
      case "opaque": {
        const replayed = replayedBlock(item, this.#model);
        if (replayed !== null) say(placed, replayed.speaker, held, [frozen(replayed.block)], source);
        return;
      }
      case "tool_call": {
        const exchange = placed.exchange?.takesMore === true ? placed.exchange : begin(placed);
        placed.names.add(item.name);
        const id = placed.callIds.call(item.callId, exchange);
        exchange.call(id, { speaker: "assistant", blocks: [...held, frozen(callBlock(id, item))], source });
        return;
      }
      case "tool_result": {
        const answered = placed.callIds.answered(item.callId);
        if (answered === null) {
          // It cannot stand there as a result, but what it says is not lost.
          const { blocks } = messageBlocks({ kind: "message", role: "user", parts: item.parts });
          say(placed, "user", [], blocks.map(frozen), source);
          return;
        }
        const { id, call: exchange } = answered;
        exchange.result(id, { speaker: "user", blocks: [frozen(resultBlock(id, item))], source });
        return;
      }
    }
  }
}

/** Thinking is sent with what it led to, or not at all: the API refuses it alone. */
function say(
  placed: Placed,
  speaker: Speaker,
  held: readonly JsonObject[],
  blocks: readonly JsonObject[],
  source: number,
): void {
  if (blocks.length === 0) return;
  const said = { speaker, blocks: speaker === "assistant" ? [...held, ...blocks] : blocks, source };
  if (speaker === "assistant" && placed.exchange?.takesMore === true) placed.exchange.say(said);
  else if (placed.exchange?.isOpen === true) placed.exchange.land(said);
  else if (speaker === "assistant") begin(placed).say(said);
  else {
    close(placed);
    for (const block of blocks) placed.transcript.add(speaker, block, source);
  }
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

function frozen(block: JsonObject): JsonObject {
  return freeze(wellFormed(block));
}
