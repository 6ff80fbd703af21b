/** Causes that are followed; a chain that is longer, or goes in a circle, ends here. */
const DEEPEST_CAUSE = 5;

/**
 * What an error says beyond its message: where and who, by names that are known to hold nothing else. Its other members
 * may be a whole state, or the body of a request.
 */
const TOLD = [
  "code",
  "fault",
  "provider",
  "requestId",
  "hookPoint",
  "plugin",
  "event",
  "observer",
  "section",
  "subset",
  "pointer",
  "status",
  "errcode",
  "syscall",
  "baseVersion",
  "storedVersion",
  "floorTokens",
  "budgetTokens",
  "tokensBefore",
  "tokensAfter",
] as const;

export interface ErrorFacts {
  readonly [fact: string]: string | number | ErrorFacts;
}

/** An error as facts that can be logged: its kind, message, stack, what it says of where and who, and its causes. */
export function errorFacts(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error)) {
    return typeof error === "string" ? { type: "string", message: error } : { type: typeof error };
  }
  const facts: Record<string, string | number | ErrorFacts> = { type: error.name, message: error.message };
  for (const name of TOLD) {
    const value: unknown = Object.getOwnPropertyDescriptor(error, name)?.value;
    if (typeof value === "string" || typeof value === "number") facts[name] = value;
  }
  if (error.stack !== undefined) facts.stack = error.stack;
  if (error.cause !== undefined && error.cause !== null && depth < DEEPEST_CAUSE) {
    facts.cause = errorFacts(error.cause, depth + 1);
  }
  return facts;
}
