import { definePlugin } from "@varve/kernel";

/** Waits for something that does not come, wherever a call waits for its result. */
export default definePlugin({
  name: "never-answers",
  api: 1,
  apply({ hooks }) {
    hooks.compaction.keep.in.tapPromise("never-answers", async ({ sections, state, signal }) => {
      const calls = state.history.filter(({ item }) => item.kind === "tool_call").length;
      const results = state.history.filter(({ item }) => item.kind === "tool_result").length;
      if (calls > results) {
        await new Promise<void>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      }
      return { sections: sections.map(({ id }) => id) };
    });
  },
});
