import { definePlugin } from "@varve/kernel";

/** Notes on every entry that it has been seen. Where the entry is frozen, nobody hears of it. */
export default definePlugin({
  name: "marks-entries",
  api: 1,
  apply({ hooks }) {
    hooks.compaction.summarise.in.tap("marks-entries", ({ removed, previousSummary }) => {
      for (const entry of removed) Reflect.set(entry, "isSummarised", true);
      return { summary: `${previousSummary ?? ""} +${removed.length}` };
    });
  },
});
