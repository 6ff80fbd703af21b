import { definePlugin } from "@varve/kernel";

/** Approves of nothing short of a clean slate. */
export default definePlugin({
  name: "edits-the-request-away",
  api: 1,
  apply({ hooks }) {
    hooks.compaction.approve.in.tap("edits-the-request-away", ({ state }) => ({
      edit: { summary: "Gone.", removes: state.history.map(({ id }) => id) },
    }));
  },
});
