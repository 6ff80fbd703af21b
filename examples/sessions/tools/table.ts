import type { Scratch } from "../scratch.ts";
import { ToolFailure } from "./tool.ts";

/** The columns of a plain CSV file, without quotes, by name. */
export function columnsOf(scratch: Scratch, path: string): ReadonlyMap<string, readonly string[]> {
  const [heading = "", ...rows] = scratch.read(path).trimEnd().split("\n");
  const fields = rows.map((row) => row.split(","));
  return new Map(heading.split(",").map((name, index) => [name, fields.map((row) => row[index] ?? "")]));
}

/** A column's fields. @throws ToolFailure naming the columns that there are */
export function columnOf(table: ReadonlyMap<string, readonly string[]>, name: string): readonly string[] {
  const column = table.get(name);
  if (column === undefined) throw new ToolFailure(`no column ${name}; there are ${[...table.keys()].join(", ")}`);
  return column;
}

/** A column's numbers. @throws ToolFailure naming the first row that holds none; rows count from 1 */
export function numbersOf(table: ReadonlyMap<string, readonly string[]>, name: string): readonly number[] {
  return columnOf(table, name).map((field, row) => {
    const value = Number(field);
    if (field === "" || !Number.isFinite(value)) {
      throw new ToolFailure(`column ${name}, row ${row + 1}: ${JSON.stringify(field)} is no number`);
    }
    return value;
  });
}
