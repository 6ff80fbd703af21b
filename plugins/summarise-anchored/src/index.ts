import { definePlugin, type PluginKernel, type SummariseContext, type SummariseResult } from "@varve/kernel";
import { asked } from "./ask.ts";
import { extracted } from "./extract.ts";
import { type AnchoredOptions, optionsSchema } from "./options.ts";
import { factsIn } from "./summary-text.ts";
import { fitted, updated } from "./update.ts";

export { AnchoredError, type AnchoredFault } from "./anchored-error.ts";
export type { AnchoredOptions } from "./options.ts";

const NAME = "@varve/summarise-anchored";

export default definePlugin<AnchoredOptions | undefined>({
  name: NAME,
  api: 1,
  options: optionsSchema,
  apply(kernel, options = {}) {
    kernel.hooks.compaction.summarise.in.tapPromise(NAME, (context) => summarise(kernel, context, options));
  },
});

/** The share of the compaction's target that a summary may have. */
const SHARE_OF_TARGET = 0.4;

async function summarise(
  kernel: PluginKernel,
  context: SummariseContext,
  { facts: source = "extracted", max_tokens: mostTokens }: AnchoredOptions,
): Promise<SummariseResult | undefined> {
  const before = factsIn(context.previousSummary);
  const count = (text: string) => kernel.count(text, { signal: context.signal });
  const most = mostTokens ?? Math.floor(context.limits.targetTokens * SHARE_OF_TARGET);
  if (source === "asked") {
    const { facts, usage, calls } = await asked(kernel, context, before);
    const summary = await fitted(facts, most, count);
    const reason = `${facts.length} facts, asked of the model in ${calls === 1 ? "one call" : `${calls} calls`}`;
    return usage === null ? { summary, reason } : { summary, usage, reason };
  }
  const facts = updated(before, extracted(context));
  // There is nothing to say of what is removed: who comes next may know better.
  if (facts.length === 0) return undefined;
  return { summary: await fitted(facts, most, count), reason: `${facts.length} facts, extracted` };
}
