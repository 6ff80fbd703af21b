import type { ModelFault } from "@varve/kernel";
import type { Failure } from "./failure.ts";
import { saysOverflow } from "./overflow.ts";

/** Codes of a 429 that no waiting mends: there is no money left. */
const SPENT = new Set(["insufficient_quota", "billing_hard_limit_reached", "billing_error"]);

/** Statuses that may be another the next time, beside 429 and the server's own faults. */
const PASSING = new Set([408, 409]);

/** What kind of fault a failure is. What is not known to be an overflow is none. */
export function faultOf(failure: Failure): ModelFault {
  const { kind, status, code } = failure;
  if (kind === "connection" || kind === "timeout") return "retryable";
  if (kind === "unparsable") return "unparsable";
  if (status === 429) return code !== null && SPENT.has(code) ? "rejected" : "retryable";
  if (saysOverflow(failure)) return "overflow";
  if (status === 413 || code === "request_too_large") return "too_large";
  if (status !== null && (PASSING.has(status) || status >= 500)) return "retryable";
  return code !== null && OVERLOADED.has(code) ? "retryable" : "rejected";
}

/** Codes of an error that comes within a stream, where the status was a 200. */
const OVERLOADED = new Set([
  "server_error",
  "rate_limit_exceeded",
  "rate_limit_error",
  "overloaded_error",
  "api_error",
  "timeout_error",
  "vector_store_timeout",
  "internal_error",
]);
