import pc from "picocolors";
import { NO_PROGRESS, type Progress, progressBar } from "./progress.ts";

export type Colours = ReturnType<typeof pc.createColors>;

/** One stream that people or programs read. */
export interface Output {
  write(text: string): void;
  readonly colours: Colours;
  /** Whether a person watches: a terminal, not a pipe or a file. */
  readonly isWatched: boolean;
  /** Characters a line. */
  readonly columns: number;
}

/** Where a command is run: what it writes to, and the folder that paths are relative to. */
export interface Terminal {
  readonly out: Output;
  readonly err: Output;
  /** Shown on standard error, where a person watches it. */
  readonly progress: Progress;
  /** Absolute. */
  readonly folder: string;
}

/** A pipe has no width; what is printed into one should fit a page. */
const PIPE_COLUMNS = 100;
const LEAST_COLUMNS = 40;

type Stream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** A process's own terminal. */
export function terminalOf(process: {
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly env: Readonly<Record<string, string | undefined>>;
  cwd(): string;
}): Terminal {
  const err = outputOf(process.stderr, process.env);
  return {
    out: outputOf(process.stdout, process.env),
    err,
    progress: err.isWatched ? progressBar(process.stderr, err.columns) : NO_PROGRESS,
    folder: process.cwd(),
  };
}

function outputOf(stream: Stream, env: Readonly<Record<string, string | undefined>>): Output {
  const isWatched = stream.isTTY === true;
  return {
    write: (text) => void stream.write(text),
    colours: pc.createColors(wantsColours(isWatched, env)),
    isWatched,
    columns: Math.max(LEAST_COLUMNS, stream.columns ?? columnsIn(env) ?? PIPE_COLUMNS),
  };
}

/** `NO_COLOR` (no-color.org) wins over `FORCE_COLOR`; both count when they are not empty. */
function wantsColours(isWatched: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = env;
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return isWatched && TERM !== "dumb";
}

function columnsIn({ COLUMNS }: Readonly<Record<string, string | undefined>>): number | null {
  const columns = Number(COLUMNS);
  return Number.isSafeInteger(columns) && columns > 0 ? columns : null;
}
