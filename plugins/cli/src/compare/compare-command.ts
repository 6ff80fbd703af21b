import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { priceTable } from "@varve/cache-ledger";
import { type Recording, readRecording } from "@varve/transcripts";
import { type ConfigurationFlags, configuration } from "../configuration.ts";
import { EXIT } from "../exit.ts";
import { folderNames } from "../folder-names.ts";
import { printableLine } from "../printable.ts";
import { NO_PROGRESS } from "../progress.ts";
import { tellProblems } from "../replay-problems.ts";
import type { Terminal } from "../terminal.ts";
import { compared } from "./comparison.ts";
import { comparisonText } from "./comparison-table.ts";
import { type Measurement, measure } from "./measure.ts";
import { type Strategy, strategies } from "./strategy.ts";

export interface CompareFlags extends ConfigurationFlags {
  /** `--strategy NAME`, each time it stands there. */
  readonly strategy?: readonly string[];
  /** `--budget N`, tokens. */
  readonly budget?: number;
  /** `--fraction X`. */
  readonly fraction?: number;
  /** `--chart DIR`. */
  readonly chart?: string;
  readonly json?: boolean;
  readonly progress: boolean;
}

/**
 * `varve compare FILE…`: the same sessions through several strategies, in one run.
 * @returns the exit code: 1 where a strategy went no further in a session
 * @throws UsageError, ConfigError and TranscriptError where nothing could be begun
 */
export async function compareCommand(
  files: readonly string[],
  flags: CompareFlags,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<number> {
  const { folder, out, err } = terminal;
  const overrides = { turnBudgetTokens: flags.budget, compactionFraction: flags.fraction };
  const loaded = await configuration(flags, terminal, overrides);
  const onNotice = (notice: string) => void err.write(`${err.colours.dim(`note: ${printableLine(notice)}`)}\n`);
  const code = flags.code ? "allow" : "refuse";
  const chosen = await strategies(flags.strategy ?? [], { loaded, folder, code, onNotice });
  const recordings = await read(files, terminal, signal);

  const prices = priceTable(loaded.config.ledger?.prices);
  const progress = flags.progress && !flags.json ? terminal.progress : NO_PROGRESS;
  const measurements: Measurement[] = [];
  const runs = recordings.flatMap((recording) =>
    chosen.map((strategy): [Recording, Strategy] => [recording, strategy]),
  );
  for (const [index, [recording, strategy]] of runs.entries()) {
    progress.show(`${strategy.name} over ${recording.file}`, index, runs.length, "runs");
    measurements.push(await measure(recording, strategy, { loaded, prices, signal }));
  }
  progress.clear();

  if (flags.chart !== undefined) {
    await writeCharts(resolve(folder, flags.chart), measurements, loaded.config.context.turnBudgetTokens);
  }
  const all = compared(measurements);
  const sessions = measurements.map(({ windows: _, ...facts }) => facts);
  out.write(flags.json === true ? `${JSON.stringify({ strategies: all, sessions })}\n` : comparisonText(all, out));
  return all.some(({ failures }) => failures.length > 0) ? EXIT.failed : EXIT.ok;
}

async function read(
  files: readonly string[],
  { folder, err }: Terminal,
  signal: AbortSignal,
): Promise<readonly Recording[]> {
  const recordings: Recording[] = [];
  for (const file of new Set(files)) {
    const recording = { ...(await readRecording(resolve(folder, file), { signal })), file };
    tellProblems(recording, err);
    recordings.push(recording);
  }
  return recordings;
}

/** One chart a session, named after it. */
async function writeCharts(folder: string, measurements: readonly Measurement[], budgetTokens: number): Promise<void> {
  // Only who wants a chart waits for the library.
  const { comparisonChart } = await import("./comparison-chart.ts");
  await mkdir(folder, { recursive: true });
  const sessions = Map.groupBy(measurements, ({ file }) => file);
  const names = folderNames([...sessions.keys()]);
  for (const [file, own] of sessions) {
    const name = names.get(file) ?? "session";
    await writeFile(join(folder, `${name}.svg`), comparisonChart(own, budgetTokens));
  }
}
