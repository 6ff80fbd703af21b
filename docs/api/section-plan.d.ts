// index.ts
import { PLAN_SCHEMA, type Plan, type PlanStep, type StepStatus } from "./plan.ts";
declare module "@varve/kernel" {
    interface AgentData {
        plan: Plan;
    }
}
declare const _default: import("@varve/kernel").Plugin<undefined>;
export default _default;
export { PLAN_SCHEMA, type Plan, type PlanStep, type StepStatus };

// plan.ts
export type StepStatus = "pending" | "in_progress" | "done" | "dropped";
export interface PlanStep {
    readonly text: string;
    readonly status: StepStatus;
}
export interface Plan {
    readonly steps: readonly PlanStep[];
    readonly note?: string;
}
export declare const PLAN_SCHEMA: {
    readonly type: "object";
    readonly additionalProperties: false;
    readonly required: readonly ["steps"];
    readonly properties: {
        readonly steps: {
            readonly type: "array";
            readonly items: {
                readonly type: "object";
                readonly additionalProperties: false;
                readonly required: readonly ["text", "status"];
                readonly properties: {
                    readonly text: {
                        readonly type: "string";
                        readonly pattern: "\\S";
                    };
                    readonly status: {
                        readonly type: "string";
                        readonly enum: readonly ["pending", "in_progress", "done", "dropped"];
                    };
                };
            };
        };
        readonly note: {
            readonly type: "string";
        };
    };
};
