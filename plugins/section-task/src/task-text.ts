import type { Task } from "./task.ts";

/** The goal and its acceptance criteria; `""` where there is no task. */
export function taskText(task: Task | undefined): string {
  if (task === undefined) return "";
  const criteria = task.acceptance_criteria ?? [];
  const lines = ["# Task", "", task.goal.trim()];
  if (criteria.length > 0) {
    lines.push("", "## Acceptance criteria", "", ...criteria.map((each) => `- ${indented(each.trim())}`));
  }
  return lines.join("\n");
}

/** Later lines of a criterion stay within its own list item. */
function indented(text: string): string {
  return text.replaceAll(/\r?\n/g, "\n  ");
}
