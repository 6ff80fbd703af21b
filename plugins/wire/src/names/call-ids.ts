import { sha256 } from "./sha256.ts";

const DIGEST_DIGITS = 32;

/** What a provider takes as the id of a call. */
export interface CallIdForm {
  /** Characters. */
  readonly longest: number;
  /** Matches an id that can stay as it is; the length is checked beside it. Absent: any text. */
  readonly accepted?: RegExp;
}

/**
 * The ids of the calls of one request, asked for in the order in which the calls and their results stand there. What an id
 * becomes depends only on what stood before it, so a request that grows keeps the ids it had.
 *
 * @typeParam Call what has to be known of a call where its result is written
 */
export class CallIds<Call> {
  readonly #form: CallIdForm;
  readonly #taken = new Set<string>();
  readonly #uses = new Map<string, number>();
  /** By the call's own id, oldest first: some servers give every call of an answer the same id. */
  readonly #open = new Map<string, readonly { readonly id: string; readonly call: Call }[]>();

  constructor(form: CallIdForm) {
    this.#form = form;
  }

  /** The id of a new call. The first of an id keeps it, if the provider takes it at all; later ones get a number. */
  call(callId: string, call: Call): string {
    const id = this.#free(this.#acceptable(callId));
    this.#taken.add(id);
    this.#open.set(callId, [...(this.#open.get(callId) ?? []), { id, call }]);
    return id;
  }

  /** The call that a result answers, the oldest open one of its id as everywhere in the kernel; `null` for an orphan. */
  answered(callId: string): { readonly id: string; readonly call: Call } | null {
    const [first, ...rest] = this.#open.get(callId) ?? [];
    if (first === undefined) return null;
    if (rest.length === 0) this.#open.delete(callId);
    else this.#open.set(callId, rest);
    return first;
  }

  #free(id: string): string {
    let use = (this.#uses.get(id) ?? 0) + 1;
    let candidate = use === 1 ? id : this.#acceptable(`${id}_${use}`);
    while (this.#taken.has(candidate)) {
      use += 1;
      candidate = this.#acceptable(`${id}_${use}`);
    }
    this.#uses.set(id, use);
    return candidate;
  }

  #acceptable(callId: string): string {
    const { longest, accepted } = this.#form;
    const fits = callId !== "" && callId.length <= longest && (accepted === undefined || accepted.test(callId));
    return fits ? callId : `call_${sha256(callId).slice(0, DIGEST_DIGITS)}`;
  }
}
