import { setTimeout } from "node:timers/promises";
import { AbortedError, type FailedTry, ModelError, type ModelFault } from "@varve/kernel";
import { CallFailure, type Failure } from "./failure.ts";
import { faultOf } from "./fault.ts";
import { withoutSecret } from "./secret.ts";

/** The wait before the first retry, and the longest without being asked for one, milliseconds. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

/** A server that asks to be left alone for longer than this is not waited for: the caller may know better, milliseconds. */
const LONGEST_ASKED_WAIT_MS = 60_000;

export interface RetryOptions {
  readonly provider: string;
  /** How often a request is sent again at most. */
  readonly maxRetries: number;
  readonly signal: AbortSignal;
  /** What must not be in any message, or `null`. */
  readonly secret: string | null;
  /** What an error of the SDK was; `null` for one that is not the call's, which is thrown as it is. */
  failureOf(error: unknown): Failure | null;
  /** Told before a request is sent again. */
  onRetry?(failed: FailedTry): void;
}

/**
 * Sends until there is an answer: again after a rate limit, a server's fault, a time-out or a lost connection, after the wait
 * that the server asks for or one that doubles; never after anything else.
 *
 * @throws ModelError with every try that failed @throws AbortedError as soon as the signal aborts
 */
export async function retrying<Answer>(
  options: RetryOptions,
  send: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly retries: readonly FailedTry[] }> {
  const retries: FailedTry[] = [];
  for (;;) {
    checkAborted(options);
    try {
      return { answer: await send(), retries };
    } catch (error) {
      checkAborted(options);
      if (error instanceof ModelError || error instanceof AbortedError) throw error;
      const told = error instanceof CallFailure ? error.failure : options.failureOf(error);
      if (told === null) throw error;
      const failure = cleaned(told, options.secret);
      const fault = faultOf(failure);
      const waitedMs = waitOf(failure, retries.length);
      if (fault !== "retryable" || retries.length >= options.maxRetries || waitedMs > LONGEST_ASKED_WAIT_MS) {
        throw modelError(fault, failure, options, retries);
      }
      const { status, requestId, mayBePaid } = failure;
      const failed = { reason: wordsOf(failure), status, requestId, waitedMs, mayBePaid };
      retries.push(failed);
      options.onRetry?.(failed);
      await setTimeout(waitedMs, undefined, { signal: options.signal }).catch(() => checkAborted(options));
    }
  }
}

/** Whatever a server repeats of what it was sent, in its words, its code or its headers, the key is not in it. */
function cleaned(failure: Failure, secret: string | null): Failure {
  const { message, code, requestId } = failure;
  return {
    ...failure,
    message: withoutSecret(message, secret),
    code: code === null ? null : withoutSecret(code, secret),
    requestId: requestId === null ? null : withoutSecret(requestId, secret),
  };
}

function checkAborted({ signal, provider }: RetryOptions): void {
  if (signal.aborted) throw new AbortedError(`The call to ${provider}`, signal.reason);
}

/** What the server asks for; otherwise it doubles, with up to a quarter less, so that many callers do not come back at once. */
function waitOf({ retryAfterMs }: Failure, retries: number): number {
  if (retryAfterMs !== null) return retryAfterMs;
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** retries);
  return Math.round(wait * (1 - Math.random() / 4));
}

const REMEDIES: { readonly [Fault in ModelFault]: string } = {
  retryable: "Try again later, or raise max_retries.",
  rejected: "It would not take the same request again: correct what it names.",
  overflow: "The window is longer than the model takes: compact it, or set the model's window in its plugin's options.",
  too_large: "The request has too many bytes, whatever its tokens: send smaller images and files.",
  unparsable:
    "The provider, or something before it, broke its own format: try again, and check that base_url is the address of the API.",
};

function modelError(
  fault: ModelFault,
  failure: Failure,
  { provider }: RetryOptions,
  retries: readonly FailedTry[],
): ModelError {
  const { status, requestId, mayBePaid } = failure;
  const facts = [
    ...(status === null ? [] : [`status ${status}`]),
    ...(requestId === null ? [] : [`request ${requestId}`]),
    ...(retries.length === 0 ? [] : [`after ${retries.length + 1} tries`]),
  ];
  const where = facts.length === 0 ? provider : `${provider} (${facts.join(", ")})`;
  const paid = mayBePaid || retries.some((each) => each.mayBePaid) ? " What was sent may have been charged for." : "";
  return new ModelError(fault, `${where}: ${wordsOf(failure)}.${paid} ${REMEDIES[fault]}`, {
    provider,
    status,
    requestId,
    retries,
    mayBePaid,
  });
}

/** How much of a server's words goes into a message, UTF-16 code units. */
const LONGEST_WORDS = 600;

function wordsOf({ kind, message, code }: Failure): string {
  const said = message.replace(/\s+/g, " ").trim().replace(/\.$/, "");
  const words = said.length > LONGEST_WORDS ? `${said.slice(0, LONGEST_WORDS).toWellFormed()}…` : said;
  const coded = code === null || words.includes(code) ? words : `${words} [${code}]`;
  return kind === "answered" ? coded : `${PREFIXES[kind]}: ${coded}`;
}

const PREFIXES: { readonly [Kind in Exclude<Failure["kind"], "answered">]: string } = {
  connection: "the connection failed",
  timeout: "nothing came in time",
  unparsable: "the answer is none",
};
