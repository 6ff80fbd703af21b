import type { Usage } from "../usage.ts";
import type { EntryId, HistoryEntry, LeftOutSection, RecordId, Summary } from "./agent-state.ts";

/**
 * Why a compaction ran.
 *
 * - `budget`: the trigger said yes before a call
 * - `overflow`: the provider said that the window is too long
 * - `manual`: it was asked for by hand
 */
export type CompactionReason = "budget" | "overflow" | "manual";

/** The receipt of one decision: who took it, what it was, and why, also where the answer was no. */
export interface Decision {
  /** The operation asked, as it is spelled in the catalogue: `compaction.trigger`, … */
  readonly operation: string;
  /** The name of the executor that answered; `@varve/kernel` where nobody had to be asked. */
  readonly plugin: string;
  /** Whose answer it replaced in `post`; absent where the answer stands as it was given. */
  readonly replaced?: string;
  readonly answer: "yes" | "no" | "answered" | "edited";
  readonly reason?: string;
}

/** A history entry with its index in the history that it stands in. */
export interface PlacedEntry {
  readonly index: number;
  readonly entry: HistoryEntry;
}

/** A section that a compaction leaves out, with the text that it had. */
export interface FoldedSection extends LeftOutSection {
  readonly text: string;
}

/**
 * One compaction, whole: what went, what came, who decided and what it cost. It is persisted before the state changes,
 * and together with the state alone it is enough to undo the compaction.
 */
export interface CompactionRecord {
  readonly format: 1;
  readonly id: RecordId;
  readonly taskId: string;
  readonly turn: number;
  /** This is the task's n-th compaction; the first is 1. */
  readonly count: number;
  /** The compaction before this one. */
  readonly previous: RecordId | null;
  readonly reason: CompactionReason;
  /** What went, with its indices in the history before. */
  readonly removed: readonly PlacedEntry[];
  /** What came in its place, with its indices in the history after. */
  readonly inserted: readonly PlacedEntry[];
  /** Entries kept verbatim from before the cut that were marked as past by this compaction. */
  readonly markedPast: readonly EntryId[];
  /** Sections left out by this compaction, with their texts. */
  readonly folded: readonly FoldedSection[];
  readonly leftOutBefore: readonly LeftOutSection[];
  readonly summaryBefore: Summary | null;
  readonly summaryAfter: Summary | null;
  /** Counted tokens of the window before and after, and of what no compaction can remove. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly floorTokens: number;
  /** Tokens after the first change that the provider's cache can no longer serve. */
  readonly uncachedTokens: number;
  readonly decisions: readonly Decision[];
  /** What the summariser's own calls used, summed; `null` where no model was asked. */
  readonly usage: Usage | null;
  /** Milliseconds since the epoch; `null` without a clock. */
  readonly atMs: number | null;
}
