import { join } from "node:path";
import { type PriceTable, priceTable } from "@varve/cache-ledger";
import type { LoadedConfig } from "@varve/config";
import { type Kernel, ObserverError, reasonOf, VarveError } from "@varve/kernel";
import { SqliteStore } from "@varve/store-sqlite";
import { type Recording, readRecording } from "@varve/transcripts";
import { UsageError } from "./exit.ts";
import { counted } from "./figures.ts";
import { printableLine } from "./printable.ts";
import type { Progress } from "./progress.ts";
import { replayCalls } from "./replay.ts";
import type { ReplayFlags } from "./replay-flags.ts";
import { lineTokensOf, replayKernel } from "./replay-kernel.ts";
import { tellProblems } from "./replay-problems.ts";
import type { ReplayEnd, ReplayReport, Traces } from "./replay-report.ts";
import { recordsPath, removeDatabase } from "./replay-store.ts";
import { added, NO_TOTALS, type ReplayTotals, totalsOf } from "./replay-totals.ts";
import { RECORDS_DATABASE, RequestsFolder } from "./requests-folder.ts";
import type { Output } from "./terminal.ts";

/** One file of the command line. */
export interface WantedFile {
  /** As it was typed. */
  readonly file: string;
  /** Absolute. */
  readonly path: string;
  /** The folder for its requests, absolute; `null` where none was asked for. */
  readonly requests: string | null;
}

export interface ReplayFileOptions {
  readonly flags: ReplayFlags;
  readonly loaded: LoadedConfig;
  readonly report: ReplayReport;
  readonly progress: Progress;
  readonly err: Output;
  readonly signal: AbortSignal;
}

/** How the replay of one file ended. */
export interface ReplayedFile {
  readonly file: string;
  readonly end: ReplayEnd;
  /** `null` where all went well. */
  readonly error: unknown;
}

/** Reads one recorded session and replays it. It does not throw: what was done before an error counts, and is told. */
export async function replayFile(wanted: WantedFile, options: ReplayFileOptions): Promise<ReplayedFile> {
  const run = new FileReplay(wanted, options);
  let error: unknown = null;
  try {
    await run.run();
  } catch (cause) {
    error = cause;
  }
  return { file: wanted.file, end: run.end(error), error };
}

/** What has been done so far. */
class FileReplay {
  readonly #wanted: WantedFile;
  readonly #options: ReplayFileOptions;
  readonly #begunAt = performance.now();
  readonly #prices: PriceTable;
  #recording: Recording | null = null;
  #totals: ReplayTotals = NO_TOTALS;
  #traces: Traces = { records: null, requests: null };
  /** The call that is under way; `null` before the first. */
  #call: number | null = null;

  constructor(wanted: WantedFile, options: ReplayFileOptions) {
    this.#wanted = wanted;
    this.#options = options;
    this.#prices = priceTable(options.loaded.config.ledger?.prices);
  }

  async run(): Promise<void> {
    const recording = await this.#read();
    const { loaded, flags } = this.#options;
    const { requests, path } = this.#wanted;
    const records = requests === null ? recordsPath(loaded.config.store.path, path) : join(requests, RECORDS_DATABASE);
    const store = new SqliteStore(records);
    try {
      const kernel = await replayKernel(loaded, recording, store);
      if (flags.show !== undefined && flags.show > recording.calls.length) throw noSuchCall(flags.show, recording);
      // Only now, when nothing can be wrong with the command line any more, does an earlier replay make room for this one.
      const folder = requests === null ? null : await RequestsFolder.open(requests, recording.calls.length);
      await removeDatabase(records);
      this.#traces = { records: records === ":memory:" ? null : records, requests };
      this.#options.report.begin({ recording, lineTokens: lineTokensOf(kernel, loaded) });
      await this.#replay(kernel, recording, folder);
    } finally {
      store.close();
    }
  }

  end(error: unknown): ReplayEnd {
    return {
      file: this.#wanted.file,
      recording: this.#recording,
      totals: this.#totals,
      traces: this.#traces,
      elapsedMs: performance.now() - this.#begunAt,
      failure: error === null ? null : { call: this.#call, ...factsOf(error) },
    };
  }

  async #read(): Promise<Recording> {
    const { file, path } = this.#wanted;
    const { signal, progress, flags, err } = this.#options;
    const read = await readRecording(path, {
      signal,
      onProgress: (bytes, total) => progress.show(`reading ${file}`, bytes, total, "bytes"),
      ...(flags.format === undefined ? {} : { format: flags.format }),
    });
    const recording = { ...read, file };
    progress.clear();
    this.#recording = recording;
    if (flags.quiet !== true) tellProblems(recording, err);
    if (recording.calls.length > 0) return recording;
    throw new VarveError(
      "TRANSCRIPT",
      `${path}: it holds no model call, so there is nothing to replay. Name a recording in which a model answered.`,
    );
  }

  async #replay(kernel: Kernel, recording: Recording, folder: RequestsFolder | null): Promise<void> {
    const { signal, report, progress, flags, err } = this.#options;
    // A failing observer does not break a turn, and must not go unnoticed either.
    kernel.events.failed.tap("@varve/cli/replay", ({ error }) => {
      if (error instanceof ObserverError) err.write(`${err.colours.yellow("note:")} ${printableLine(error.message)}\n`);
    });
    this.#call = 1;
    for await (const call of replayCalls(kernel, recording, { signal })) {
      await folder?.writeRecords(call.call, call.records);
      const requestFile = (await folder?.writeRequest(call.call, call.request)) ?? null;
      this.#totals = added(this.#totals, totalsOf(call, this.#prices));
      report.call(call, requestFile);
      progress.show(`replaying ${recording.file}`, call.call, recording.calls.length, "calls");
      if (call.call === flags.show) return;
      this.#call = call.call + 1;
    }
  }
}

function noSuchCall(call: number, { file, calls }: Recording): UsageError {
  return new UsageError(
    `--show ${call}: ${file} holds ${counted(calls.length, "model call")}. Name the number of one, from 1.`,
  );
}

function factsOf(error: unknown): { readonly code: string | null; readonly message: string } {
  const cause = error instanceof UsageError ? error.cause : error;
  return { code: cause instanceof VarveError ? cause.code : null, message: reasonOf(error) };
}
