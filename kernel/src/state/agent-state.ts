import type { InputItem, ToolDefinition } from "../items.ts";
import type { Usage } from "../usage.ts";

/** The id of a history entry: `e1`, `e2`, … in the order in which a task's entries were made. */
export type EntryId = string & { readonly __brand: "EntryId" };

/** The id of a compaction record: `<taskId>/c<n>`, where n counts the task's compactions, those that were undone too. */
export type RecordId = string & { readonly __brand: "RecordId" };

/**
 * How an entry came to be where it did not come from the conversation itself.
 *
 * - `synthetic`: an error result for a call that was never answered, so that the request stays valid
 * - `replacement`: put by a compaction where removed entries stood
 * - `view`: a bounded view of a result too large for any window; the whole is in the record
 */
export type Made = "synthetic" | "replacement" | "view";

/** One immutable entry of the history. */
export interface HistoryEntry {
  readonly id: EntryId;
  /** The value of {@link AgentState.turn} when it was appended. */
  readonly turn: number;
  readonly item: InputItem;
  /** Absent for what was said, called or answered. */
  readonly made?: Made;
  /** Set on what a compaction kept verbatim from before its cut: it is done with, not a new request. */
  readonly past?: true;
}

/** The running summary: what compactions made of the conversation before {@link AgentState.history}. */
export interface Summary {
  readonly text: string;
}

/** A section that a compaction left out. It stays out while its content has this digest. */
export interface LeftOutSection {
  readonly section: string;
  readonly digest: string;
}

/** The last measured call, to which the next estimate is anchored. */
export interface UsageAnchor {
  readonly usage: Usage;
  /** The model that measured it, or `null` where it was not said. */
  readonly model: string | null;
  /** What this kernel had counted for the same window, tokens. */
  readonly countedTokens: number;
  /** {@link CompactionMemory.count} at that call. */
  readonly compactions: number;
  /** When the answer came, milliseconds since the epoch; `null` without a clock. */
  readonly atMs: number | null;
  /** The window grew since the call before, and what was measured did not: the server seems to cut what it is sent. */
  readonly stalled?: true;
}

/** What compaction has done to this task so far. */
export interface CompactionMemory {
  readonly count: number;
  readonly last: RecordId | null;
  readonly leftOut: readonly LeftOutSection[];
  /** How many were undone. They do not count any more, and their records keep their ids. Absent: none. */
  readonly undone?: number;
}

/**
 * Named subsets of a task's own data. A plugin adds its type by declaration merging:
 *
 * ```ts
 * declare module "@varve/kernel" {
 *   interface AgentData { cart: Cart }
 * }
 * ```
 *
 * and describes it with a JSON schema through `kernel.describe("cart", schema)`.
 */
export interface AgentData {}

/** Everything that is known of a task, immutable and JSON-serialisable. */
export interface AgentState {
  readonly format: 1;
  readonly taskId: string;
  /** Model calls completed so far. */
  readonly turn: number;
  /** The stored version that this state is based on; 0 before it was first stored. */
  readonly version: number;
  /** The number that the next entry's id gets. */
  readonly nextEntry: number;
  readonly history: readonly HistoryEntry[];
  readonly summary: Summary | null;
  readonly loadedSkills: readonly string[];
  /** The tool list of the task, held as it was given: it is part of the cached prefix. */
  readonly tools: readonly ToolDefinition[];
  readonly lastUsage: UsageAnchor | null;
  readonly compaction: CompactionMemory;
  readonly data: Readonly<Partial<AgentData>>;
}
