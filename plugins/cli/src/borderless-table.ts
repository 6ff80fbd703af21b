import Table from "cli-table3";

type Alignment = "left" | "right";

const BORDERS = [
  "top",
  "top-mid",
  "top-left",
  "top-right",
  "bottom",
  "bottom-mid",
  "bottom-left",
  "bottom-right",
  "left",
  "left-mid",
  "mid",
  "mid-mid",
  "right",
  "right-mid",
  "middle",
] as const;

/** A table without lines, two spaces between its columns: alignment alone guides the eye. Rows are pushed to it. */
export function borderlessTable(
  columns: readonly { readonly head: string; readonly align: Alignment; readonly width?: number }[],
): InstanceType<typeof Table> {
  return new Table({
    ...(columns.some(({ head }) => head !== "") ? { head: columns.map(({ head }) => head) } : {}),
    colAligns: columns.map(({ align }) => align),
    colWidths: columns.map(({ width }) => width ?? null),
    wordWrap: true,
    chars: Object.fromEntries(BORDERS.map((name) => [name, ""])),
    style: { head: [], border: [], "padding-left": 0, "padding-right": 2 },
  });
}

/** The table as text, without the spaces at the ends of its lines. */
export function tableText(table: InstanceType<typeof Table>): string {
  return table.toString().replaceAll(/[ \t]+$/gm, "");
}
