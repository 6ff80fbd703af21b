/** A place in a text, 1-based. */
export interface Position {
  readonly line: number;
  readonly column: number;
}
