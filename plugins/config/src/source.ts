import type { KeyPath } from "./key-path.ts";
import type { Position } from "./position.ts";

/** A configuration file that has been read. */
export interface ConfigSource {
  /** Absolute path. */
  readonly file: string;
  /** What it says, as its parser or module gave it. An empty file says nothing: `{}`. */
  readonly content: unknown;
  /** Where a key stands, or the nearest table around it; `null` where that cannot be told. */
  locate(path: KeyPath): Position | null;
}

/** What a data format makes of a text. */
export interface Parsed {
  readonly content: unknown;
  locate(path: KeyPath): Position | null;
}

/** A text is not what its format asks for. */
export class FormatError extends Error {
  readonly position: Position | null;

  constructor(message: string, position: Position | null, cause: unknown) {
    super(message, { cause });
    this.position = position;
  }
}
