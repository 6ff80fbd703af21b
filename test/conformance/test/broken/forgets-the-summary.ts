import { definePlugin, head, plainText } from "@varve/kernel";

/** Sums up what goes, and nothing of what went before. */
export default definePlugin({
  name: "forgets-the-summary",
  api: 1,
  apply({ hooks }) {
    hooks.compaction.summarise.in.tap("forgets-the-summary", ({ removed }) => ({
      summary: head(removed.map(({ item }) => plainText(item)).join(" "), 120).trim() || "Nothing was said.",
    }));
  },
});
