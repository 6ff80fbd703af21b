import { definePlugin, STAGES } from "@varve/kernel";
import { heldText, RECALLED_SCHEMA, type Recalled } from "./held.ts";

export type { Recalled } from "./held.ts";
export { type RecallOptions, recall } from "./recall.ts";
export { recallTool } from "./recall-request.ts";
export type { RemovedEntry } from "./removed-entry.ts";

declare module "@varve/kernel" {
  interface AgentData {
    /** Removed entries that were brought back to stay in sight. Shown by the `recalled` section. */
    recalled: Recalled;
  }
}

const NAME = "@varve/recall";

export default definePlugin({
  name: NAME,
  api: 1,
  apply(kernel) {
    kernel.describe("recalled", RECALLED_SCHEMA);
    const section = kernel.declareSection({ id: "recalled", stability: "turn", speaker: "user", untrusted: "recall" });
    section.in.tap({ name: NAME, stage: STAGES.default }, ({ state }) => heldText(state.data.recalled));
  },
});
