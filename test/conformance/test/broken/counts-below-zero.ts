import { definePlugin, plainText } from "@varve/kernel";

/** Takes off what every item costs, also where there is nothing to take it off. */
export default definePlugin({
  name: "counts-below-zero",
  api: 1,
  apply({ hooks }) {
    hooks.tokens.count.in.tap("counts-below-zero", ({ content }) => {
      const text = typeof content === "string" ? content : plainText(content);
      return text.length / 4 - 3;
    });
  },
});
