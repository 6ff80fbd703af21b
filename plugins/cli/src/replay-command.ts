import { resolve } from "node:path";
import { configuration } from "./configuration.ts";
import { EXIT, exitCodeOf, isUsageFault } from "./exit.ts";
import { tellFailure } from "./failure-message.ts";
import { folderNames } from "./folder-names.ts";
import { jsonReport } from "./json-report.ts";
import { NO_PROGRESS } from "./progress.ts";
import { type ReplayedFile, replayFile, type WantedFile } from "./replay-file.ts";
import type { ReplayFlags } from "./replay-flags.ts";
import type { ReplayReport } from "./replay-report.ts";
import { RequestsFolder } from "./requests-folder.ts";
import { quietReport, tableReport } from "./table-report.ts";
import type { Terminal } from "./terminal.ts";
import { windowReport } from "./window-report.ts";

/**
 * `varve replay FILE…`. A session that fails does not keep the others from being replayed; a wrong configuration does.
 *
 * @returns the exit code
 * @throws UsageError and ConfigError where nothing could be begun
 */
export async function replayCommand(
  files: readonly string[],
  flags: ReplayFlags,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<number> {
  const wanted = wantedFiles(files, flags, terminal);
  for (const { requests } of wanted) if (requests !== null) await RequestsFolder.check(requests);
  const overrides = { turnBudgetTokens: flags.budget, compactionFraction: flags.fraction };
  const loaded = await configuration(flags, terminal, overrides);
  const report = reportFor(flags, terminal);
  const progress = showsProgress(flags, terminal) ? terminal.progress : NO_PROGRESS;

  const replayed: ReplayedFile[] = [];
  for (const each of wanted) {
    const file = await replayFile(each, { flags, loaded, report, progress, err: terminal.err, signal });
    progress.clear();
    replayed.push(file);
    report.end(file.end);
    if (file.error === null) continue;
    tellFailure(file.error, terminal.err, { detail: flags.debug === true ? "stack" : "message", where: placeOf(file) });
    // A wrong configuration is wrong for every file, and who interrupts one does not want the next.
    if (isUsageFault(file.error) || signal.aborted) break;
  }
  report.done(replayed.map(({ end }) => end));
  return Math.max(EXIT.ok, ...replayed.map(({ error }) => (error === null ? EXIT.ok : exitCodeOf(error))));
}

/** The files, each once, with a folder of its own for its requests where there are several. */
function wantedFiles(files: readonly string[], { requests }: ReplayFlags, { folder }: Terminal): readonly WantedFile[] {
  const byPath = new Map(files.map((file) => [resolve(folder, file), file]));
  const names = folderNames([...byPath.keys()]);
  const base = requests === undefined ? null : resolve(folder, requests);
  return [...byPath].map(([path, file]) => {
    const name = byPath.size === 1 ? "" : (names.get(path) ?? "");
    return { file, path, requests: base === null ? null : resolve(base, name) };
  });
}

function reportFor({ json, show, quiet, all }: ReplayFlags, terminal: Terminal): ReplayReport {
  const { out } = terminal;
  if (json === true) return jsonReport(out);
  if (show !== undefined) return windowReport(out, { call: show, extent: all === true ? "whole" : "part" });
  if (quiet === true) return quietReport(terminal);
  return tableReport(terminal, { rows: all === true ? "all" : "readable" });
}

/** Lines of JSON that go to the same terminal would run through the bar. */
function showsProgress({ progress, quiet, json }: ReplayFlags, { out }: Terminal): boolean {
  return progress && quiet !== true && !(json === true && out.isWatched);
}

function placeOf({ file, end: { failure } }: ReplayedFile): string {
  return failure === null || failure.call === null ? "" : `${file}, call ${failure.call}: `;
}
