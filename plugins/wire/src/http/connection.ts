import { CallFailure, type Failure } from "./failure.ts";

/** Codes of a connection that was never made: nothing was sent. */
const NOT_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "CERT_HAS_EXPIRED"]);

/**
 * The failure of an error that no SDK knows better: one that is in its causes already, a body that is no JSON, or one that broke
 * off while it was read; `null` for any other.
 */
export function knownFailure(error: unknown): Failure | null {
  const known = causesOf(error).find((cause) => cause instanceof CallFailure);
  if (known instanceof CallFailure) return known.failure;
  if (error instanceof SyntaxError) {
    return new CallFailure({ kind: "unparsable", message: error.message, mayBePaid: true }).failure;
  }
  // What `fetch` throws when a body breaks off while it is read.
  return error instanceof TypeError ? connectionFailure(error) : null;
}

/** The failure of a connection, with what its innermost cause says. */
export function connectionFailure(error: Error): Failure {
  const causes = causesOf(error);
  const code = causes
    .map((cause) => ("code" in cause ? cause.code : undefined))
    .find((each) => typeof each === "string");
  const message = causes.map((cause) => cause.message).findLast((words) => words !== "") ?? error.message;
  const mayBePaid = typeof code !== "string" || !NOT_SENT.has(code);
  return new CallFailure({ kind: "connection", message, mayBePaid }).failure;
}

function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 8; cause = cause.cause) causes.push(cause);
  return causes;
}
