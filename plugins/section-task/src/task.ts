import type { JsonObject } from "@varve/kernel";

/** What a task is about, kept in the state's data as `task`. */
export interface Task {
  /** What is to be reached. */
  readonly goal: string;
  /** What must hold for the goal to count as reached, each a sentence. */
  readonly acceptance_criteria?: readonly string[];
}

/** JSON schema of {@link Task}. A key that it does not know is refused, so that a typo never hides a criterion. */
export const TASK_SCHEMA = {
  type: "object",
  additionalProperties: false,
  required: ["goal"],
  properties: {
    goal: { type: "string", pattern: "\\S" },
    acceptance_criteria: { type: "array", items: { type: "string", pattern: "\\S" } },
  },
} as const satisfies JsonObject;
