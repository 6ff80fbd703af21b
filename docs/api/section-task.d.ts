// index.ts
import { TASK_SCHEMA, type Task } from "./task.ts";
declare module "@varve/kernel" {
    interface AgentData {
        task: Task;
    }
}
declare const _default: import("@varve/kernel").Plugin<undefined>;
export default _default;
export { TASK_SCHEMA, type Task };

// task.ts
export interface Task {
    readonly goal: string;
    readonly acceptance_criteria?: readonly string[];
}
export declare const TASK_SCHEMA: {
    readonly type: "object";
    readonly additionalProperties: false;
    readonly required: readonly ["goal"];
    readonly properties: {
        readonly goal: {
            readonly type: "string";
            readonly pattern: "\\S";
        };
        readonly acceptance_criteria: {
            readonly type: "array";
            readonly items: {
                readonly type: "string";
                readonly pattern: "\\S";
            };
        };
    };
};
