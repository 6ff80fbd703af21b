import { definePlugin, plainText } from "@varve/kernel";

/** Encodes for whichever model is named, with the time at which it did. */
export default definePlugin({
  name: "encodes-everything",
  api: 1,
  apply({ hooks }) {
    hooks.model.encode.in.tap("encodes-everything", ({ window }) => ({
      provider: "mine",
      body: {
        at: performance.now(),
        instructions: window.instructions,
        input: window.input.map(({ item }) => plainText(item)),
      },
    }));
  },
});
