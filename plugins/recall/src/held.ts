import type { JsonObject } from "@varve/kernel";
import type { RemovedEntry } from "./removed-entry.ts";

/** What is held in sight: `state.data.recalled`. */
export interface Recalled {
  readonly entries: readonly RemovedEntry[];
}

const text = { type: "string" } as const;

export const RECALLED_SCHEMA = {
  type: "object",
  additionalProperties: false,
  required: ["entries"],
  properties: {
    entries: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["id", "record", "from", "text"],
        properties: { id: text, record: text, from: text, text },
      },
    },
  },
} as const satisfies JsonObject;

/** The section's text; `""` where nothing is held. */
export function heldText(recalled: Recalled | undefined): string {
  const entries = recalled?.entries ?? [];
  if (entries.length === 0) return "";
  const blocks = entries.map(({ id, from, text: words }) => `[${id}, ${from}]\n${words}`);
  return ["# Recalled from earlier in this conversation", ...blocks].join("\n\n");
}
