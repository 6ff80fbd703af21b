import { AbortedError } from "@varve/kernel";

/** How deep an error's causes are looked at. */
const DEEPEST = 8;

/**
 * Whether an error tells of an abort: an `AbortedError`, the platform's `AbortError`, or what the signal gives as its reason,
 * also as a cause.
 */
export function isAbort(error: unknown, reason: unknown, depth = 0): boolean {
  if (error instanceof AbortedError || (reason !== null && error === reason)) return true;
  if (!(error instanceof Error) || depth > DEEPEST) return false;
  return error.name === "AbortError" || (error.cause !== undefined && isAbort(error.cause, reason, depth + 1));
}
