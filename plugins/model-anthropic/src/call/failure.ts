import { APIConnectionError, APIConnectionTimeoutError, APIError } from "@anthropic-ai/sdk";
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

/** The failure that an answer tells of in its body. */
export function toldFailure(error: JsonValue | undefined): CallFailure {
  const message = textOf(memberOf(error, "message")) ?? "the message failed";
  return new CallFailure({ kind: "answered", message, code: textOf(memberOf(error, "type")) });
}

function answeredFailure(error: APIError): Failure {
  const { status = null, requestID, headers, apiMessage, type } = error;
  return new CallFailure({
    kind: "answered",
    message: apiMessage ?? error.message.replace(/^\d{3} /, ""),
    status,
    code: type,
    requestId: requestID ?? null,
    retryAfterMs: retryAfterMs(headers, Date.now()),
    // Without a status it was told in a stream, when the answer had begun.
    mayBePaid: status === null,
  }).failure;
}
