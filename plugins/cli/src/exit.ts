import { AbortedError, type ErrorCode, VarveError } from "@varve/kernel";

/** What the process ends with. */
export const EXIT = {
  ok: 0,
  /** The work failed: a transcript cannot be read, a window does not fit, a store refuses. */
  failed: 1,
  /** The command line or the configuration is wrong; nothing was begun. */
  usage: 2,
  /** SIGINT: 128 and the signal's number, as shells have it. */
  interrupted: 130,
} as const;

/** The command line asks for something that cannot be. The message says what, where and how to mend it. */
export class UsageError extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = "UsageError";
  }
}

/** Faults of a configuration, also where they come to light only when a window is prepared. */
const CONFIGURATION_FAULTS: ReadonlySet<ErrorCode> = new Set(["CONFIG", "LIMITS"]);

/** Whether an error says that the command line or the configuration is wrong, so that no other file would fare better. */
export function isUsageFault(error: unknown): boolean {
  return error instanceof UsageError || (error instanceof VarveError && CONFIGURATION_FAULTS.has(error.code));
}

/** The exit code that an error stands for. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof AbortedError) return EXIT.interrupted;
  return isUsageFault(error) ? EXIT.usage : EXIT.failed;
}
