import type { Player } from "../drives/drive.ts";
import { operationOf } from "../rig.ts";
import type { AnyLog, Calls } from "../watch/calls.ts";

/** What the rules of one hook point have in common: how its operation is driven, and where its calls are noted. */
export interface Asked<Value> {
  /** The first half of their ids. */
  readonly group: string;
  /** The operation, or `section` for all of them. */
  readonly operation: string;
  readonly player: Player<Value>;
  readonly log: (calls: Calls) => AnyLog;
  /** `numbers`: the operation is told no words of a task, or answers with none. Absent: `words`. */
  readonly about?: "words" | "numbers";
}

/** Whether a hook point belongs to an operation. */
export function isOf(operation: string, hookPoint: string): boolean {
  return operation === "section" ? hookPoint.startsWith("section.") : operationOf(hookPoint) === operation;
}
