import { VarveError } from "@varve/kernel";

/** One thing that is wrong with a configuration: where, what, and how to mend it. */
export interface ConfigProblem {
  /** The file's absolute path, or `null` where the value did not come out of a file. */
  readonly file: string | null;
  /** The command line's flag that gave the value. */
  readonly flag?: string;
  /** The key's path, as `plugins[0].use`. Absent: it is about the whole file. */
  readonly key?: string;
  /** 1-based, where it is known. */
  readonly line?: number;
  /** 1-based, where it is known. */
  readonly column?: number;
  readonly reason: string;
  readonly remedy: string;
}

/**
 * A configuration is missing, malformed or wrong. Nothing of it has been used.
 * `file`, `key`, `line` and `remedy` are those of the first problem; the message names all.
 */
export class ConfigError extends VarveError {
  readonly problems: readonly ConfigProblem[];
  readonly file: string | null;
  readonly key: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly remedy: string;

  constructor(problems: readonly [ConfigProblem, ...ConfigProblem[]], cause?: unknown) {
    super("CONFIG", problems.map(sentence).join("\n"), cause === undefined ? {} : { cause });
    const [first] = problems;
    this.problems = problems;
    this.file = first.file;
    this.key = first.key;
    this.line = first.line;
    this.column = first.column;
    this.remedy = first.remedy;
  }
}

function sentence({ file, flag, line, column, reason, remedy }: ConfigProblem): string {
  const position = line === undefined ? "" : column === undefined ? `:${line}` : `:${line}:${column}`;
  return `${flag ?? `${file ?? "configuration"}${position}`}: ${reason}. ${remedy}`;
}
