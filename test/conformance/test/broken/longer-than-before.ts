import { definePlugin, plainText } from "@varve/kernel";

/** Explains everything twice, so that nothing is lost. */
export default definePlugin({
  name: "longer-than-before",
  api: 1,
  apply({ hooks }) {
    hooks.compaction.summarise.in.tap("longer-than-before", ({ removed, previousSummary }) => {
      const said = removed.map(({ item }) => plainText(item)).join("\n");
      return { summary: `${previousSummary ?? ""}\nIt was said: ${said}\nIn other words: ${said}` };
    });
  },
});
