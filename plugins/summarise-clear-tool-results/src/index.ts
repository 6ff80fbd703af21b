import { definePlugin } from "@varve/kernel";
import { clear } from "./clear.ts";
import { type ClearOptions, optionsSchema } from "./options.ts";

export type { ClearOptions } from "./options.ts";

const NAME = "@varve/summarise-clear-tool-results";

export default definePlugin<ClearOptions | undefined>({
  name: NAME,
  api: 1,
  options: optionsSchema,
  apply(kernel, options = {}) {
    kernel.hooks.compaction.summarise.in.tapPromise(NAME, (context) =>
      clear(context, options, (item) => kernel.count(item, { signal: context.signal })),
    );
  },
});
