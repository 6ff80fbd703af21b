import { definePlugin } from "@varve/kernel";

/** Declares the date to be static: it changes but once a day. */
export default definePlugin({
  name: "tells-the-date",
  api: 1,
  apply(kernel) {
    const section = kernel.declareSection({ id: "participants", stability: "static" });
    section.in.tap("tells-the-date", () => `Today is ${new Date().toISOString().slice(0, 10)}.`);
  },
});
