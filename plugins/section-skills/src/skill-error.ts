import { VarveError } from "@varve/kernel";

/** A skill is missing or malformed. Where a file is to blame, the message begins with it as `file:line`. */
export class SkillError extends VarveError {
  /** The file or folder to blame, or `null`. */
  readonly file: string | null;
  /** The line in it, from 1, or `null`. */
  readonly line: number | null;

  constructor(
    reason: string,
    where: { readonly file?: string; readonly line?: number; readonly cause?: unknown } = {},
  ) {
    const { file = null, line = null, cause } = where;
    const place = file === null ? "" : `${file}${line === null ? "" : `:${line}`}: `;
    super("SKILL", `${place}${reason}`, { cause });
    this.file = file;
    this.line = line;
  }
}
