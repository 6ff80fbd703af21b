import { definePlugin, plainText } from "@varve/kernel";

/** Looks through all the text so far for every sign, if only at every fourth place: quadratic. */
export default definePlugin({
  name: "counts-slowly",
  api: 1,
  apply({ hooks }) {
    hooks.tokens.count.in.tap("counts-slowly", ({ content }) => {
      const text = typeof content === "string" ? content : plainText(content);
      let compared = 0;
      for (let end = 0; end < text.length; end += 1)
        for (let start = 0; start < end; start += 4) if (text.charCodeAt(start) === text.charCodeAt(end)) compared += 1;
      return text.length / 4 + 1 / (compared + 2);
    });
  },
});
