import { definePlugin, STAGES } from "@varve/kernel";
import { countItem } from "./item.ts";
import { countText } from "./text.ts";

export { countItem, ITEM_OVERHEAD } from "./item.ts";
export { LONGEST_RUN } from "./long-runs.ts";
export { countText } from "./text.ts";

const NAME = "@varve/tokens-o200k";

/** Answers `tokens.count` with the o200k encoding. */
export default definePlugin({
  name: NAME,
  api: 1,
  apply(kernel) {
    kernel.hooks.tokens.count.in.tap({ name: NAME, stage: STAGES.default }, ({ content, model }) =>
      typeof content === "string" ? countText(content) : countItem(content, model),
    );
  },
});
