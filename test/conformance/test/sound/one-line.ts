import { definePlugin } from "@varve/kernel";

/** A summary in one line, which names what the one before it named. */
export default definePlugin({
  name: "one-line",
  api: 1,
  apply({ hooks }) {
    hooks.compaction.summarise.in.tap("one-line", ({ removed, previousSummary }) => ({
      summary: `${previousSummary ?? "Gone:"} ${removed.length}`,
    }));
  },
});
