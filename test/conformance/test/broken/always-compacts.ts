import { definePlugin } from "@varve/kernel";

/** There is always something to tidy up. */
export default definePlugin({
  name: "always-compacts",
  api: 1,
  apply({ hooks }) {
    hooks.compaction.trigger.in.tap("always-compacts", () => true);
  },
});
