import {
  type EncodeContext,
  Fold,
  type InputItem,
  isJsonObject,
  type JsonObject,
  type Message,
  partsText,
  type WindowItem,
} from "@varve/kernel";
import { CallIds, isList } from "@varve/wire";
import { breakpointItems } from "../cache-breakpoints.ts";
import { Exchange, message, type WireMessage } from "./exchange.ts";
import { userParts } from "./parts.ts";

/** The longest id of a call that every server takes, characters: Azure's Chat Completions refuse 41. */
const LONGEST_CALL_ID = 40;

interface Placed {
  readonly closed: WireMessage[];
  /** The model's last answer with what came of it, while more of that may come. */
  exchange: Exchange | null;
  readonly callIds: CallIds<Exchange>;
  /** The tools' own names that calls have. */
  readonly names: Set<string>;
}

export interface ChatInput {
  readonly messages: readonly JsonObject[];
  readonly names: ReadonlySet<string>;
  /** The indices of the window's items behind which a cache breakpoint stands. */
  readonly breakpoints: readonly number[];
}

/** Writes windows' inputs as messages of Chat Completions. An input that grows costs what was added to it. */
export class ChatEncoder {
  readonly #placed = new Fold<WindowItem, Placed>(
    () => ({ closed: [], exchange: null, callIds: new CallIds({ longest: LONGEST_CALL_ID }), names: new Set() }),
    (placed, { item }, index) => place(placed, item, index),
  );

  /** @param marks what a request is for whose stable parts' ends are marked; `null` where none are */
  encode(input: readonly WindowItem[], marks: EncodeContext["purpose"] | null): ChatInput {
    const { closed, exchange, names } = this.#placed.over(input);
    const all = [...closed, ...(exchange?.messages() ?? [])];
    if (marks === null) return { messages: all.map(({ wire }) => wire), names: new Set(names), breakpoints: [] };

    const bySource = new Map(all.map(({ source }, at) => [source, at]));
    const wireOf = (index: number) => all[bySource.get(index) ?? -1]?.wire;
    const breakpoints = breakpointItems(input, marks, (index) => isMarkable(wireOf(index)));
    const isMarked = new Set(breakpoints.map((index) => bySource.get(index)));
    const messages = all.map(({ wire }, at) => (isMarked.has(at) ? marked(wire) : wire));
    return { messages, names: new Set(names), breakpoints };
  }
}

function place(placed: Placed, item: InputItem, source: number): void {
  switch (item.kind) {
    case "message": {
      const wire = wireMessage(item);
      if (wire === null) return;
      if (placed.exchange?.isOpen === true) placed.exchange.land({ wire, source });
      else if (item.role === "assistant") begin(placed, { wire, source });
      else {
        close(placed);
        placed.closed.push({ wire, source });
      }
      return;
    }
    case "tool_call": {
      const exchange = placed.exchange?.takesCalls === true ? placed.exchange : begin(placed, null);
      placed.names.add(item.name);
      exchange.call(placed.callIds.call(item.callId, exchange), item, source);
      return;
    }
    case "tool_result": {
      const answered = placed.callIds.answered(item.callId);
      if (answered !== null) answered.call.result(answered.id, item, source);
      // A result whose call is not in the request cannot stand there as one, but what it says is not lost.
      else place(placed, { kind: "message", role: "user", parts: item.parts }, source);
      return;
    }
    case "reasoning":
    case "opaque":
      // Chat Completions takes neither back; they belong to the API that gave them.
      return;
  }
}

function begin(placed: Placed, said: WireMessage | null): Exchange {
  close(placed);
  placed.exchange = new Exchange(said);
  return placed.exchange;
}

function close(placed: Placed): void {
  placed.closed.push(...(placed.exchange?.messages() ?? []));
  placed.exchange = null;
}

/** A message, or `null` where it has no content. What the harness says is `system`: few servers know `developer`. */
function wireMessage({ role, parts }: Message): JsonObject | null {
  if (role === "user") {
    const content = userParts(parts);
    const [first] = content;
    if (first === undefined) return null;
    return message({ role, content: content.length === 1 && first.type === "text" ? first.text : content });
  }
  const texts = parts.map((part) => partsText([part])).filter((text) => text !== "");
  const [first] = texts;
  if (first === undefined) return null;
  // Each section is a part of its own, so that a change in one leaves what stands before it cached.
  const content = texts.length === 1 ? first : texts.map((text) => ({ type: "text", text }));
  return message({ role: role === "developer" ? "system" : role, content });
}

function isMarkable(wire: JsonObject | undefined): boolean {
  return wire !== undefined && wire.role !== "assistant" && (isList(wire.content) || wire.content !== "");
}

/** The message with a breakpoint behind its last part. */
function marked(wire: JsonObject): JsonObject {
  const parts = isList(wire.content) ? wire.content : [{ type: "text", text: wire.content ?? "" }];
  const last = parts.at(-1);
  if (!isJsonObject(last)) return wire;
  return { ...wire, content: [...parts.slice(0, -1), { ...last, prompt_cache_breakpoint: { mode: "explicit" } }] };
}
