import { stdout } from "node:process";
import { definePlugin } from "@varve/kernel";

const NAME = "@example/streamer";

/** Observes, and shows an answer while it is being written, where somebody looks on. */
export default definePlugin({
  name: NAME,
  api: 1,
  apply({ events }) {
    if (!stdout.isTTY) return;
    events.delta.tap(NAME, ({ purpose, delta }) => {
      if (purpose !== "turn") return;
      if (delta.kind === "text") stdout.write(delta.text);
      if (delta.kind === "restart") stdout.write("\n(the answer broke off, and is asked for again)\n");
    });
  },
});
