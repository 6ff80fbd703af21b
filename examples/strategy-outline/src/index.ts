import { definePlugin } from "@varve/kernel";
import { keepNewest } from "./keep-newest.ts";
import { OPTIONS_SCHEMA, type OutlineOptions } from "./options.ts";
import { planAhead } from "./plan-ahead.ts";
import { summarise } from "./summarise.ts";
import { waitWhileWarm } from "./wait-while-warm.ts";

export type { OutlineOptions };

const NAME = "@acme/varve-outline";

export default definePlugin<OutlineOptions>({
  name: NAME,
  api: 1,
  options: OPTIONS_SCHEMA,
  apply(kernel, options) {
    const { section, compaction } = kernel.hooks;
    const { trigger, keep, summarise: summary, section: plan } = options;
    // No stage is given: at tapable's own, 0, each of them is asked before the default.
    if (trigger !== undefined) compaction.trigger.in.tap(NAME, (context) => waitWhileWarm(context, trigger));
    if (keep !== undefined) compaction.keep.in.tap(NAME, (context) => keepNewest(context, keep));
    if (summary !== undefined)
      compaction.summarise.in.tapPromise(NAME, (context) => summarise(context, summary, (text) => kernel.count(text)));
    if (plan !== undefined) section.plan.in.tap(NAME, (context) => planAhead(context, plan));
  },
});
