import type { SQLOutputValue } from "node:sqlite";
import { StoreProblem } from "./store-problem.ts";

export type Row = Readonly<Record<string, SQLOutputValue>>;

/** @throws StoreProblem when a column is not there or of another type: the tables are STRICT, so they are not ours */
export function textIn(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string")
    throw new StoreProblem(`its column ${column} holds no text. Restore the file from a backup`);
  return value;
}

/** Throws as {@link textIn} does. */
export function integerIn(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== "number")
    throw new StoreProblem(`its column ${column} holds no integer. Restore the file from a backup`);
  return value;
}
