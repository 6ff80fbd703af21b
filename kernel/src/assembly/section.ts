import type { ItemKind } from "../items.ts";
import type { AgentState } from "../state/agent-state.ts";

/** How often a section's content changes. The order of a window never puts a less stable section before a more stable one. */
export type Stability = "static" | "task" | "turn";

/**
 * What a compaction may do with a section.
 *
 * - `essential`: it stays; only a keep that says `allowEssential: true` can leave it out
 * - `kept`: it stays unless a keep leaves it out
 * - `folded`: the default keep folds it into what is summarised; it stays out until its content changes
 */
export type Survival = "essential" | "kept" | "folded";

/** What a plugin says of a section when it declares it. */
export interface SectionDeclaration {
  /** Lower-case words joined with `_`; the hook point is `section.<id>`. */
  readonly id: string;
  readonly stability: Stability;
  /** The section that this one follows. Absent: behind all of its stability that were declared before it. */
  readonly after?: string;
  /** Absent: `kept`. */
  readonly survives?: Survival;
  /**
   * Who speaks in the input: `developer` for what the harness says, `user` for what came out of the conversation.
   * Absent: `developer`. Static sections go into the instructions and have no speaker.
   */
  readonly speaker?: "developer" | "user";
  /** Wraps the whole text in an untrusted block with this source. Absent: the text is trusted. */
  readonly untrusted?: string;
  /**
   * The kinds of history entries that this section renders, one by one, each once: an entry is immutable, so is its
   * rendering. Absent: the section has one text, rendered at every assembly.
   */
  readonly entries?: readonly ItemKind[];
  /**
   * The instances of a section that stands for several: `skill` has one per loaded skill, and each is a section
   * `skill:<name>` of its own. Absent: there is one.
   */
  readonly instances?: (state: AgentState) => readonly string[];
}
