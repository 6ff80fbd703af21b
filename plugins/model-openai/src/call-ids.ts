import { sha256 } from "./sha256.ts";

/** The longest call id that the provider takes, characters. */
const LONGEST = 64;

const DIGEST_DIGITS = 40;

/** A call as it stands in the request. */
export interface WireCall {
  readonly id: string;
  readonly type: "function_call" | "custom_tool_call";
}

/**
 * The ids of the calls of one request, asked for in the order in which the calls and their results stand there. What an id
 * becomes depends only on what stood before it, so a request that grows keeps the ids it had.
 */
export class CallIds {
  readonly #taken = new Set<string>();
  readonly #uses = new Map<string, number>();
  /** By the call's own id, oldest first: some servers give every call of an answer the same id. */
  readonly #open = new Map<string, readonly WireCall[]>();

  /** A new call. The first of an id keeps it, if the provider takes it at all; later ones get a number. */
  call(callId: string, type: WireCall["type"]): WireCall {
    const call = { id: this.#free(accepted(callId)), type };
    this.#taken.add(call.id);
    this.#open.set(callId, [...(this.#open.get(callId) ?? []), call]);
    return call;
  }

  /** The call that a result answers, the oldest open one of its id as everywhere in the kernel; `null` for an orphan. */
  answered(callId: string): WireCall | null {
    const [call, ...rest] = this.#open.get(callId) ?? [];
    if (call === undefined) return null;
    if (rest.length === 0) this.#open.delete(callId);
    else this.#open.set(callId, rest);
    return call;
  }

  #free(id: string): string {
    let use = (this.#uses.get(id) ?? 0) + 1;
    let candidate = use === 1 ? id : numbered(id, use);
    while (this.#taken.has(candidate)) {
      use += 1;
      candidate = numbered(id, use);
    }
    this.#uses.set(id, use);
    return candidate;
  }
}

function accepted(callId: string): string {
  const fits = callId !== "" && callId.length <= LONGEST;
  return fits ? callId : `call_${sha256(callId).slice(0, DIGEST_DIGITS)}`;
}

function numbered(id: string, use: number): string {
  return accepted(`${id}_${use}`);
}
