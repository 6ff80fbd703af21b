/** How a model call failed, in the terms of HTTP: what a plugin makes of whatever its SDK throws. */
export interface Failure {
  /**
   * - `answered`: the server answered with an error
   * - `connection`: no answer came, or it broke off
   * - `timeout`: nothing came for too long
   * - `unparsable`: an answer came that is none
   */
  readonly kind: "answered" | "connection" | "timeout" | "unparsable";
  /** As the server or the SDK words it; it may hold anything, a key too. */
  readonly message: string;
  readonly status: number | null;
  /** The error's own code or type in the body, or `null`. */
  readonly code: string | null;
  readonly requestId: string | null;
  /** How long the server asks to be left alone, milliseconds; `null` where it says nothing. */
  readonly retryAfterMs: number | null;
  /** Whether the server had taken the request, so that it may charge for it. */
  readonly mayBePaid: boolean;
}

/** Ends a call with a failure that is known already. */
export class CallFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Partial<Failure> & Pick<Failure, "kind" | "message">) {
    super(failure.message);
    this.failure = { status: null, code: null, requestId: null, retryAfterMs: null, mayBePaid: false, ...failure };
  }
}

/** What the headers of an answer ask for: `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function retryAfterMs(headers: Headers | undefined, now: number): number | null {
  const ms = Number(headers?.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const words = headers?.get("retry-after") ?? null;
  if (words === null || words.trim() === "") return null;
  const seconds = Number(words);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const at = Date.parse(words);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
