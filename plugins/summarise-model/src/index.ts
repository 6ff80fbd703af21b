import { definePlugin, STAGES } from "@varve/kernel";
import { optionsSchema, type SummariseModelOptions } from "./options.ts";
import { NAME } from "./plugin-name.ts";
import { summarise } from "./summarise.ts";

export type { SummariseModelOptions, SummariserModel } from "./options.ts";
export { SummaryError, type SummaryFault } from "./summary-error.ts";

export default definePlugin<SummariseModelOptions | undefined>({
  name: NAME,
  api: 1,
  options: optionsSchema,
  apply(kernel, options = {}) {
    kernel.hooks.compaction.summarise.in.tapPromise({ name: NAME, stage: STAGES.default }, (context) =>
      summarise(kernel, context, options),
    );
  },
});
