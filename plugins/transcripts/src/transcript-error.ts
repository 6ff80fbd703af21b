import { VarveError } from "@varve/kernel";

export interface TranscriptFault {
  /** The path as it was given. */
  readonly file: string;
  /** Counted from 1; absent where the whole file is meant. */
  readonly line?: number;
  /** In UTF-16 code units, counted from 1. */
  readonly column?: number;
  /** What is wrong, without a full stop. */
  readonly reason: string;
  /** How to mend it, as a sentence. */
  readonly remedy: string;
  readonly cause?: unknown;
}

/** A recording cannot be read at all. Damage that leaves the rest readable is a `Problem` of the recording instead. */
export class TranscriptError extends VarveError {
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly remedy: string;

  constructor(fault: TranscriptFault) {
    super("TRANSCRIPT", `${placeOf(fault)}: ${fault.reason}. ${fault.remedy}`, { cause: fault.cause });
    this.file = fault.file;
    this.line = fault.line ?? null;
    this.column = fault.column ?? null;
    this.remedy = fault.remedy;
  }
}

function placeOf({ file, line, column }: TranscriptFault): string {
  if (line === undefined) return file;
  return column === undefined ? `${file}, line ${line}` : `${file}, line ${line}, column ${column}`;
}
