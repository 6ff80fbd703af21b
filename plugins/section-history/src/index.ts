import { definePlugin, STAGES } from "@varve/kernel";
import { historyItem } from "./history-item.ts";

const NAME = "@varve/section-history";

export default definePlugin({
  name: NAME,
  api: 1,
  apply(kernel) {
    const section = kernel.declareSection({
      id: "history",
      stability: "turn",
      entries: ["message", "tool_call", "reasoning", "opaque"],
    });
    section.in.tap({ name: NAME, stage: STAGES.default }, ({ entry }) => (entry === null ? [] : [historyItem(entry)]));
  },
});
