import { definePlugin, PluginError, reasonOf } from "@varve/kernel";
import { RE2JS } from "re2js";
import { optionsSchema, type PinOptions } from "./options.ts";
import { pinned } from "./pinned.ts";

export type { PinOptions } from "./options.ts";

const NAME = "@varve/keep-pinned";

export default definePlugin<PinOptions>({
  name: NAME,
  api: 1,
  options: optionsSchema,
  apply(kernel, options) {
    const expressions = (options.matching ?? []).map(compiled);
    // It adds to whatever keep answers, so it stands behind the answer and not in its place.
    kernel.hooks.compaction.keep.post.tap(NAME, (result, context) => pinned(result, context, options, expressions));
  },
});

function compiled(expression: string): RE2JS {
  try {
    return RE2JS.compile(expression);
  } catch (cause) {
    const remedy = "It is read as RE2: without look-around and back references.";
    throw new PluginError(NAME, `cannot read the expression ${expression}: ${reasonOf(cause)}. ${remedy}`, cause);
  }
}
