import type { InputItem, ToolDefinition } from "../items.ts";
import type { EntryId } from "../state/agent-state.ts";
import type { Estimate } from "../tokens/estimate.ts";
import type { Stability } from "./section.ts";

/** One item of a window's input. */
export interface WindowItem {
  readonly item: InputItem;
  /** Counted tokens. */
  readonly tokens: number;
  readonly stability: Stability;
  /** The sections in it: one for each part of a section message, the entry's section otherwise. */
  readonly sections: readonly string[];
  /** The history entry that it renders; absent for the sections' own messages. */
  readonly entry?: EntryId;
}

/** One section of a window, in window order. Sections that are empty or left out are not there. */
export interface WindowSection {
  /** `<id>`, or `<id>:<instance>`. */
  readonly id: string;
  readonly stability: Stability;
  readonly place: "instructions" | "input";
  /** Counted tokens. */
  readonly tokens: number;
  /** The executors that rendered it; more than one only where entries were answered by different ones. */
  readonly plugins: readonly string[];
  /** The text as it stands in the window; `null` for sections that render entries. */
  readonly text: string | null;
  /** How many history entries it renders. */
  readonly entries: number;
}

/** What a model would see: complete, immutable, and independent of any provider. */
export interface Window {
  readonly taskId: string;
  readonly turn: number;
  /** The static sections, in order. With {@link tools} it is the cached prefix. */
  readonly instructions: string;
  /** Sorted by name, in canonical form. */
  readonly tools: readonly ToolDefinition[];
  readonly input: readonly WindowItem[];
  readonly sections: readonly WindowSection[];
  readonly toolTokens: number;
  /** Counted tokens of instructions, tools and input. */
  readonly tokens: number;
  readonly estimate: Estimate;
}
