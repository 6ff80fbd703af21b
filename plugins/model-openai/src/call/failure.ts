import type { JsonValue } from "@varve/kernel";
import { CallFailure, type Failure, memberOf, retryAfterMs, textOf } from "@varve/wire";
import { APIConnectionError, APIConnectionTimeoutError, APIError } from "openai";

/** Codes of a connection that was never made: nothing was sent. */
const NOT_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "CERT_HAS_EXPIRED"]);

/** What an error of the SDK was; `null` for one that is none of its own. */
export function failureOf(error: unknown): Failure | null {
  const known = causesOf(error).find((cause) => cause instanceof CallFailure);
  if (known instanceof CallFailure) return known.failure;
  if (error instanceof APIConnectionTimeoutError) {
    return new CallFailure({ kind: "timeout", message: error.message, mayBePaid: true }).failure;
  }
  if (error instanceof APIConnectionError) return connectionFailure(error);
  if (error instanceof APIError) return answeredFailure(error);
  if (error instanceof SyntaxError) {
    return new CallFailure({ kind: "unparsable", message: error.message, mayBePaid: true }).failure;
  }
  // What `fetch` throws when a body breaks off while it is read.
  return error instanceof TypeError ? connectionFailure(error) : null;
}

/** The failure that an answer, or an event of a stream, tells of in its body. */
export function toldFailure(error: JsonValue | undefined): CallFailure {
  const code = textOf(memberOf(error, "code")) ?? textOf(memberOf(error, "type"));
  const message = textOf(memberOf(error, "message")) ?? "the response failed";
  return new CallFailure({ kind: "answered", message, code });
}

function connectionFailure(error: Error): Failure {
  const causes = causesOf(error);
  const code = causes
    .map((cause) => ("code" in cause ? cause.code : undefined))
    .find((each) => typeof each === "string");
  const message = causes.map((cause) => cause.message).findLast((words) => words !== "") ?? error.message;
  const mayBePaid = typeof code !== "string" || !NOT_SENT.has(code);
  return new CallFailure({ kind: "connection", message, mayBePaid }).failure;
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

function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 8; cause = cause.cause) causes.push(cause);
  return causes;
}
