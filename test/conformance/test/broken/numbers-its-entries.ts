import { definePlugin, plainText } from "@varve/kernel";

/** Says of every message how many there are, so each looks otherwise in a longer history. */
export default definePlugin({
  name: "numbers-its-entries",
  api: 1,
  apply(kernel) {
    const section = kernel.declareSection({ id: "history", stability: "turn", entries: ["message"] });
    section.in.tap("numbers-its-entries", ({ entry, state }) =>
      entry === null ? "" : `${plainText(entry.item)} (one of ${state.history.length})`,
    );
  },
});
