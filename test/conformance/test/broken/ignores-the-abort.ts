import { definePlugin, plainText } from "@varve/kernel";

/** Asks the model and keeps the signal to itself. */
export default definePlugin({
  name: "ignores-the-abort",
  api: 1,
  apply(kernel) {
    kernel.hooks.compaction.summarise.in.tapPromise("ignores-the-abort", async ({ window }) => {
      const { items } = await kernel.ask(window, { purpose: "summary", toolChoice: "none" });
      return { summary: items.map(plainText).join("\n") };
    });
  },
});
