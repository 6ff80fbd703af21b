import { inspect } from "node:util";
import { VarveError } from "@varve/kernel";
import { UsageError } from "./exit.ts";
import { printable } from "./printable.ts";
import type { Output } from "./terminal.ts";

/** How much of an error is told: its message, or its stack and causes as well. */
export type Detail = "message" | "stack";

/** Writes one error to standard error: what is wrong, where, and how to mend it. */
export function tellFailure(
  error: unknown,
  err: Output,
  { detail, where = "" }: { readonly detail: Detail; readonly where?: string },
): void {
  const { colours } = err;
  err.write(`${colours.red("varve:")} ${printable(`${where}${messageOf(error)}`)}\n`);
  if (detail === "stack") err.write(`${colours.dim(printable(inspect(error, { depth: 4 })))}\n`);
}

function messageOf(error: unknown): string {
  if (error instanceof VarveError || error instanceof UsageError) return error.message;
  const reason = error instanceof Error ? error.message : String(error);
  return `${reason} (unexpected; run again with --debug for the stack)`;
}
