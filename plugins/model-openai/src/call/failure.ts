import type { JsonValue } from "@varve/kernel";
import {
  CallFailure,
  connectionFailure,
  type Failure,
  knownFailure,
  memberOf,
  retryAfterMs,
  textOf,
} from "@varve/wire";
import { APIConnectionError, APIConnectionTimeoutError, APIError } from "openai";

/** What an error of the SDK was; `null` for one that is none of its own. */
export function failureOf(error: unknown): Failure | null {
  const known = knownFailure(error);
  if (known !== null) return known;
  if (error instanceof APIConnectionTimeoutError) {
    return new CallFailure({ kind: "timeout", message: error.message, mayBePaid: true }).failure;
  }
  if (error instanceof APIConnectionError) return connectionFailure(error);
  return error instanceof APIError ? answeredFailure(error) : null;
}

/** The failure that an answer, or an event of a stream, tells of in its body. */
export function toldFailure(error: JsonValue | undefined): CallFailure {
  const code = textOf(memberOf(error, "code")) ?? textOf(memberOf(error, "type"));
  const message = textOf(memberOf(error, "message")) ?? "the response failed";
  return new CallFailure({ kind: "answered", message, code });
}

function answeredFailure(error: APIError): Failure {
  const { status = null, requestID, headers, message } = error;
  // A code that is a number repeats the status.
  const code = [error.code, error.type].find((each) => typeof each === "string" && !/^\d*$/.test(each)) ?? null;
  return new CallFailure({
    kind: "answered",
    message: message.replace(/^\d{3} /, ""),
    status,
    code,
    requestId: requestID ?? null,
    retryAfterMs: retryAfterMs(headers, Date.now()),
  }).failure;
}
