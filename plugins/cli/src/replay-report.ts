import type { Recording } from "@varve/transcripts";
import type { ReplayedCall } from "./replay.ts";
import type { ReplayTotals } from "./replay-totals.ts";

/** One recorded session that is about to be replayed. */
export interface ReplayBegin {
  readonly recording: Recording;
  /** Above this many tokens a window is compacted. */
  readonly lineTokens: number;
}

/** Where a replay left what it made. Absolute paths. */
export interface Traces {
  /** The database with the compaction records; `null` where the configuration keeps them in memory. */
  readonly records: string | null;
  /** The folder with the request bodies and records; `null` where none was asked for. */
  readonly requests: string | null;
}

/** How one session ended. */
export interface ReplayEnd {
  readonly file: string;
  /** `null` where it could not be read. */
  readonly recording: Recording | null;
  readonly totals: ReplayTotals;
  readonly traces: Traces;
  readonly elapsedMs: number;
  readonly failure: ReplayFailure | null;
}

interface ReplayFailure {
  /** The call that failed, from 1; `null` where it failed before the first. */
  readonly call: number | null;
  /** Of the error family; `null` for any other error. */
  readonly code: string | null;
  readonly message: string;
}

/** Tells of replays as they go; to people or to programs. */
export interface ReplayReport {
  begin(session: ReplayBegin): void;
  /** @param requestFile the file with its request body; `null` where none was asked for */
  call(call: ReplayedCall, requestFile: string | null): void;
  end(session: ReplayEnd): void;
  /** Told once, after the last session, also when some failed. */
  done(sessions: readonly ReplayEnd[]): void;
}
