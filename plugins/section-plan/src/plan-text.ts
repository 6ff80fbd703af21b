import type { Plan, PlanStep, StepStatus } from "./plan.ts";

const MARKS: Readonly<Record<StepStatus, string>> = {
  pending: "open",
  in_progress: "in progress",
  done: "done",
  dropped: "dropped",
};

/**
 * The plan: first what is current, then every step with its mark; `""` where there is no plan. Finished and dropped steps
 * stay in the list, for a step that vanished comes back as work, and the text says that they are not to be done again.
 */
export function planText(plan: Plan | undefined): string {
  if (plan === undefined) return "";
  const note = plan.note?.trim() ?? "";
  if (plan.steps.length === 0 && note === "") return "";
  const lines = ["# Plan"];
  if (plan.steps.length > 0) lines.push("", ...standing(plan.steps), "", ...plan.steps.map(stepLine));
  if (note !== "") lines.push("", `Note: ${note}`);
  return lines.join("\n");
}

function stepLine({ text, status }: PlanStep, index: number): string {
  return `${index + 1}. [${MARKS[status]}] ${text.trim().replaceAll(/\r?\n/g, "\n   ")}`;
}

function standing(steps: readonly PlanStep[]): readonly string[] {
  const lines = [current(steps)];
  const done = numbersOf(steps, "done");
  if (done.length > 0) lines.push(`Finished, not to be done again: ${named(done)}.`);
  const dropped = numbersOf(steps, "dropped");
  if (dropped.length > 0) lines.push(`Dropped, not to be done: ${named(dropped)}.`);
  return lines;
}

function current(steps: readonly PlanStep[]): string {
  const running = numbersOf(steps, "in_progress");
  if (running.length > 0) return `Being worked on now: ${named(running)}.`;
  const next = numbersOf(steps, "pending").slice(0, 1);
  return next.length > 0
    ? `Next: ${named(next)}.`
    : "Every step is finished or dropped: nothing of this plan is left to do.";
}

function numbersOf(steps: readonly PlanStep[], status: StepStatus): readonly number[] {
  return steps.flatMap((step, index) => (step.status === status ? [index + 1] : []));
}

function named(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? "step" : "steps"} ${numbers.join(", ")}`;
}
