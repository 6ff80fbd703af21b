import { definePlugin, STAGES } from "@varve/kernel";
import { PLAN_SCHEMA, type Plan, type PlanStep, type StepStatus } from "./plan.ts";
import { planText } from "./plan-text.ts";

declare module "@varve/kernel" {
  interface AgentData {
    /** How the task is to be done, and how far it has come. Shown by the `plan` section. */
    plan: Plan;
  }
}

const NAME = "@varve/section-plan";

export default definePlugin({
  name: NAME,
  api: 1,
  apply(kernel) {
    kernel.describe("plan", PLAN_SCHEMA);
    const section = kernel.declareSection({
      id: "plan",
      stability: "task",
      survives: "essential",
      speaker: "developer",
    });
    section.in.tap({ name: NAME, stage: STAGES.default }, ({ state }) => planText(state.data.plan));
  },
});

export { PLAN_SCHEMA, type Plan, type PlanStep, type StepStatus };
