import { definePlugin } from "@varve/kernel";

/** Sums up what was called and leaves the results standing: they are so useful. */
export default definePlugin({
  name: "drops-calls",
  api: 1,
  apply({ hooks }) {
    hooks.compaction.summarise.in.tap("drops-calls", ({ removed }) => {
      const calls = removed.filter(({ item }) => item.kind === "tool_call");
      if (calls.length === 0) return undefined;
      return { summary: `${calls.length} calls were made.`, removes: calls.map(({ id }) => id) };
    });
  },
});
