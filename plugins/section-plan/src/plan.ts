import type { JsonObject } from "@varve/kernel";

/**
 * Where a step stands.
 *
 * - `pending`: not begun
 * - `in_progress`: being worked on
 * - `done`: finished
 * - `dropped`: decided against
 */
export type StepStatus = "pending" | "in_progress" | "done" | "dropped";

export interface PlanStep {
  readonly text: string;
  readonly status: StepStatus;
}

/** The steps of a task in order, kept in the state's data as `plan`. */
export interface Plan {
  readonly steps: readonly PlanStep[];
  /** What holds for the whole plan. */
  readonly note?: string;
}

/** JSON schema of {@link Plan}. A key that it does not know is refused, so that a typo never hides a status. */
export const PLAN_SCHEMA = {
  type: "object",
  additionalProperties: false,
  required: ["steps"],
  properties: {
    steps: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["text", "status"],
        properties: {
          text: { type: "string", pattern: "\\S" },
          status: { type: "string", enum: ["pending", "in_progress", "done", "dropped"] },
        },
      },
    },
    note: { type: "string" },
  },
} as const satisfies JsonObject;
