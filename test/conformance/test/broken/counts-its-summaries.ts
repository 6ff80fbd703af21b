import { definePlugin } from "@varve/kernel";

/** Says of every summary which one it is. */
export default definePlugin({
  name: "counts-its-summaries",
  api: 1,
  apply({ hooks }) {
    let made = 0;
    hooks.compaction.summarise.in.tap("counts-its-summaries", ({ removed }) => {
      made += 1;
      return { summary: `Summary ${made}, of ${removed.length} entries.` };
    });
  },
});
