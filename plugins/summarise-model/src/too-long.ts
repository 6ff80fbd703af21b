/** The provider did not take a request for a summary because of its length. A shorter one may do. */
export class RequestTooLong extends Error {
  /** Counted tokens of the request. */
  readonly tokens: number;
  /** What the kernel threw. */
  override readonly cause: unknown;

  constructor(tokens: number, cause: unknown) {
    super("the request for a summary is too long");
    this.tokens = tokens;
    this.cause = cause;
  }
}
