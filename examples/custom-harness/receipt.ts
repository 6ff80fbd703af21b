import type { Decision } from "@varve/kernel";

/** A decision in one line: what was asked, the answer, who gave it, and why. */
export function receipt({ operation, answer, plugin, reason = "" }: Decision): string {
  return `  ${operation.padEnd(20)}  ${answer.padEnd(8)}  ${plugin.padEnd(27)}  ${reason}`;
}
