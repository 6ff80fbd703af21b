import { definePlugin } from "@varve/kernel";
import { type Breakers, tap, tapping } from "./breaker.ts";

let applied = 0;

export const PLUGIN_BREAKERS: Breakers = {
  "plugin/applies": () => ({
    plugin: definePlugin({
      name: "once-only",
      api: 1,
      apply(kernel) {
        applied += 1;
        if (applied > 1) throw new Error("it is there already");
        tap(kernel, "compaction.trigger.in", () => false);
      },
    }),
  }),
  "plugin/names": tapping("compaction.trigger.in", () => false, "somebody"),
  "plugin/options": () => ({
    plugin: definePlugin<object>({
      name: "open-options",
      api: 1,
      options: { type: "object", properties: { depth: { type: "integer" } } },
      apply: () => undefined,
    }),
    options: { depth: 1 },
  }),
};
