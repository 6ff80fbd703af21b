import { definePlugin, STAGES } from "@varve/kernel";
import { summaryText } from "./summary-text.ts";

const NAME = "@varve/section-state-summary";

export default definePlugin({
  name: NAME,
  api: 1,
  apply(kernel) {
    const section = kernel.declareSection({
      id: "state_summary",
      stability: "turn",
      survives: "kept",
      // It was made from what users and tools said, so it must not speak with the harness's authority.
      speaker: "user",
    });
    section.in.tap({ name: NAME, stage: STAGES.default }, ({ state }) => summaryText(state.summary));
  },
});
