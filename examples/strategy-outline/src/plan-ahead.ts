import { isJsonObject, type SectionContext } from "@varve/kernel";
import type { SectionOptions } from "./options.ts";

/** The plan from where it stands: the open steps as far as `ahead`, and how many are behind and further off. */
export function planAhead({ state }: SectionContext, { ahead = 3 }: SectionOptions): string | undefined {
  const plan = isJsonObject(state.data) ? state.data.plan : undefined;
  if (!isJsonObject(plan) || !Array.isArray(plan.steps) || plan.steps.length === 0) return undefined;
  const open = plan.steps.filter(isJsonObject).filter(({ status }) => status === "in_progress" || status === "pending");
  return [
    `# Plan: ${plan.steps.length - open.length} of ${plan.steps.length} steps are behind us`,
    ...open.slice(0, ahead).map(({ text, status }) => `- ${status === "pending" ? "" : "now: "}${text}`),
    ...(open.length > ahead ? [`- then ${open.length - ahead} more`] : []),
    ...(typeof plan.note === "string" ? [plan.note] : []),
  ].join("\n");
}
