import { definePlugin, type JsonObject } from "@varve/kernel";
import { slide } from "./slide.ts";

/** What a configuration can say. */
export interface SlidingWindowOptions {
  /** Where fewer entries could be dropped than this, the next executor is asked. Absent: 1. */
  readonly least_entries?: number;
}

const NAME = "@varve/summarise-sliding-window";

export default definePlugin<SlidingWindowOptions | undefined>({
  name: NAME,
  api: 1,
  options: {
    type: "object",
    additionalProperties: false,
    properties: { least_entries: { type: "integer", minimum: 1 } },
  } as const satisfies JsonObject,
  apply(kernel, { least_entries: least = 1 } = {}) {
    kernel.hooks.compaction.summarise.in.tap(NAME, (context) => slide(context, least));
  },
});
