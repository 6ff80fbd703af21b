import { extended, Fold, freeze, type InputItem, type JsonObject, type WindowItem } from "@varve/kernel";
import { CallIds, wellFormed, wireName } from "@varve/wire";
import { replayed } from "./replayed-items.ts";
import {
  type CallType,
  callType,
  orphanedResult,
  wireCall,
  wireMessage,
  wireReasoning,
  wireResult,
} from "./responses-items.ts";

/** A window's input as it stands in the request. */
export interface WireInput {
  readonly items: readonly JsonObject[];
  /** The calls' tool names that had to be changed: as sent, and the tool's own. */
  readonly toolNames: ReadonlyMap<string, string>;
}

interface Placed {
  readonly items: JsonObject[];
  /** The items as they were last sent. */
  sent: readonly JsonObject[];
  readonly toolNames: Map<string, string>;
  readonly callIds: CallIds<CallType>;
  /** Reasoning that waits for the item it belongs to. */
  held: readonly JsonObject[];
}

/** Writes windows' inputs for one model. An input that grows costs what was added to it. */
export class InputEncoder {
  readonly #model: string;
  readonly #written = new WeakMap<InputItem, { readonly as: string; readonly wire: readonly JsonObject[] }>();
  readonly #placed = new Fold<WindowItem, Placed>(
    () => ({ items: [], sent: [], toolNames: new Map(), callIds: new CallIds({ longest: 64 }), held: [] }),
    (placed, { item }) => this.#place(placed, item),
  );

  constructor(model: string) {
    this.#model = model;
  }

  encode(input: readonly WindowItem[]): WireInput {
    const placed = this.#placed.over(input);
    // An extension of the list that was sent before: what is frozen there already is not walked again.
    placed.sent = extended(placed.sent, placed.items.slice(placed.sent.length));
    return { items: placed.sent, toolNames: new Map(placed.toolNames) };
  }

  #place(placed: Placed, item: InputItem): void {
    if (item.kind === "reasoning") {
      placed.held = [...placed.held, ...this.#once(item, "", () => oneOrNone(wireReasoning(item, this.#model)))];
      return;
    }
    const wire = this.#write(placed, item);
    // Reasoning is sent with the model's item that follows it, or not at all: the provider refuses it alone.
    if (wire.length > 0 && isModelOutput(item)) placed.items.push(...placed.held);
    placed.held = [];
    placed.items.push(...wire);
  }

  #write({ callIds, toolNames }: Placed, item: Exclude<InputItem, { kind: "reasoning" }>): readonly JsonObject[] {
    switch (item.kind) {
      case "message":
        return this.#once(item, "", () => wireMessage(item));
      case "tool_call": {
        const type = callType(item);
        const id = callIds.call(item.callId, type);
        const name = wireName(item.name);
        if (name !== item.name) toolNames.set(name, item.name);
        return this.#once(item, id, () => [wireCall(item, id, type)]);
      }
      case "tool_result": {
        const answered = callIds.answered(item.callId);
        if (answered === null) return this.#once(item, "orphan", () => orphanedResult(item));
        const { id, call: type } = answered;
        return this.#once(item, `${type} ${id}`, () => [wireResult(item, id, type)]);
      }
      case "opaque":
        return this.#once(item, "", () => oneOrNone(replayed(item, this.#model)));
    }
  }

  /** An item is written once for each way in which it can stand in a request; `as` says which. */
  #once(item: InputItem, as: string, write: () => readonly JsonObject[]): readonly JsonObject[] {
    const before = this.#written.get(item);
    if (before?.as === as) return before.wire;
    const wire = write().map((each) => freeze(wellFormed(each)));
    this.#written.set(item, { as, wire });
    return wire;
  }
}

function oneOrNone(wire: JsonObject | null): readonly JsonObject[] {
  return wire === null ? [] : [wire];
}

function isModelOutput(item: InputItem): boolean {
  return item.kind === "tool_call" || item.kind === "opaque" || (item.kind === "message" && item.role === "assistant");
}
