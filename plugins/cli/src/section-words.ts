import type { Stability, Survival } from "@varve/kernel";

/** How often a section's content changes, in words. */
export const STABILITY_WORDS: Readonly<Record<Stability, string>> = {
  static: "never",
  task: "with the task",
  turn: "every turn",
};

/** What a compaction may do with a section, in words. */
export const SURVIVAL_WORDS: Readonly<Record<Survival, string>> = {
  essential: "stays, always",
  kept: "stays",
  folded: "is summarised",
};
