import {
  type EncodeContext,
  extended,
  Fold,
  freeze,
  type InputItem,
  type JsonObject,
  type WindowItem,
} from "@varve/kernel";
import { CallIds, wellFormed, wireName } from "@varve/wire";
import { breakpointItems } from "../cache-breakpoints.ts";
import { isMarkable, marked } from "./breakpoint.ts";
import { type CallType, callType, orphanedResult, wireCall, wireMessage, wireReasoning, wireResult } from "./items.ts";
import { replayed } from "./replayed-items.ts";

/** A window's input as it stands in the request. */
export interface WireInput {
  readonly items: readonly JsonObject[];
  /** The calls' tool names that had to be changed: as sent, and the tool's own. */
  readonly toolNames: ReadonlyMap<string, string>;
  /** The indices of the window's items behind which a cache breakpoint stands. */
  readonly breakpoints: readonly number[];
}

interface Placed {
  readonly items: JsonObject[];
  /** How many items there are behind each of the window's. */
  readonly ends: number[];
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
  readonly #marks = new WeakMap<JsonObject, JsonObject>();
  readonly #placed = new Fold<WindowItem, Placed>(
    () => ({ items: [], ends: [], sent: [], toolNames: new Map(), callIds: new CallIds({ longest: 64 }), held: [] }),
    (placed, { item }) => {
      this.#place(placed, item);
      placed.ends.push(placed.items.length);
    },
  );

  constructor(model: string) {
    this.#model = model;
  }

  /** @param marks what a request is for whose stable parts' ends are marked; `null` where none are */
  encode(input: readonly WindowItem[], marks: EncodeContext["purpose"] | null = null): WireInput {
    const placed = this.#placed.over(input);
    // An extension of the list that was sent before: what is frozen there already is not walked again.
    placed.sent = extended(placed.sent, placed.items.slice(placed.sent.length));
    const toolNames = new Map(placed.toolNames);
    if (marks === null) return { items: placed.sent, toolNames, breakpoints: [] };

    const { sent, ends } = placed;
    /** The last item that the window's item became; `undefined` where it became none. */
    const wireOf = (index: number): JsonObject | undefined => {
      const end = ends[index] ?? 0;
      return end > (ends[index - 1] ?? 0) ? sent[end - 1] : undefined;
    };
    const breakpoints = breakpointItems(input, marks, (index) => {
      const wire = wireOf(index);
      return wire !== undefined && isMarkable(wire);
    });
    const items = [...sent];
    for (const index of breakpoints) {
      const [wire, end] = [wireOf(index), ends[index]];
      if (wire !== undefined && end !== undefined) items[end - 1] = this.#marked(wire);
    }
    return { items, toolNames, breakpoints };
  }

  /** The same object for the same item, so that what was derived from it is found again. */
  #marked(wire: JsonObject): JsonObject {
    const known = this.#marks.get(wire) ?? freeze(marked(wire));
    this.#marks.set(wire, known);
    return known;
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
