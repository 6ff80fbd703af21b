import { definePlugin, STAGES } from "@varve/kernel";
import { TASK_SCHEMA, type Task } from "./task.ts";
import { taskText } from "./task-text.ts";

declare module "@varve/kernel" {
  interface AgentData {
    /** What is to be done. Shown by the `task` section. */
    task: Task;
  }
}

const NAME = "@varve/section-task";

export default definePlugin({
  name: NAME,
  api: 1,
  apply(kernel) {
    kernel.describe("task", TASK_SCHEMA);
    const section = kernel.declareSection({
      id: "task",
      stability: "task",
      survives: "essential",
      speaker: "developer",
    });
    section.in.tap({ name: NAME, stage: STAGES.default }, ({ state }) => taskText(state.data.task));
  },
});

export { TASK_SCHEMA, type Task };
