import type { CompactionRecord } from "../state/record.ts";

/**
 * A compaction before it is carried out: a record without the time at which it was. Nothing has been written, and the
 * state it was made from is as it was.
 */
export type CompactionProposal = Omit<CompactionRecord, "atMs">;
