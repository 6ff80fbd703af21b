import { borderlessTable, tableText } from "./borderless-table.ts";
import type { CallRow, CompactionFacts } from "./call-row.ts";
import { clipped } from "./clipped.ts";
import { counted, percentage, whole } from "./figures.ts";
import { fillBar } from "./fill-bar.ts";
import { printableLine } from "./printable.ts";
import type { Colours, Output } from "./terminal.ts";

/** Below this width there is no room for the bar, nor for what the recording says. */
const ROOMY_COLUMNS = 80;
const WIDE_COLUMNS = 100;
const BAR = { wide: 20, narrow: 10 } as const;

/**
 * The table of one replay: a line for each row's call, and before it one for each compaction that led to it and for what
 * else should be known of it.
 *
 * @param lineTokens above this many tokens a window is compacted
 */
export function callTable(rows: readonly CallRow[], lineTokens: number, { columns, colours }: Output): string {
  const isRoomy = columns >= ROOMY_COLUMNS;
  const barWidth = columns >= WIDE_COLUMNS ? BAR.wide : BAR.narrow;
  const showsRecorded = isRoomy && rows.some(({ recorded }) => recorded !== null);
  const head = (name: string, align: "left" | "right") => ({ head: colours.dim(name), align });
  const heads = [
    head("call", "right"),
    head("window", "right"),
    head("new", "right"),
    head("cached", "right"),
    ...(isRoomy ? [head(`of ${whole(lineTokens)}`, "left")] : []),
    head("added", "left"),
    ...(showsRecorded ? [head("recorded", "right"), head("cached", "right")] : []),
  ];
  const table = borderlessTable(heads);
  for (const row of rows) {
    table.push([
      colours.bold(String(row.call)),
      whole(row.tokens),
      whole(row.tokens - row.cachedTokens),
      percentage(row.cachedTokens, row.tokens),
      ...(isRoomy ? [fillBar(row, lineTokens, barWidth, colours)] : []),
      row.added,
      ...(showsRecorded ? recordedCells(row, colours) : []),
    ]);
  }
  // A cell over all columns would stretch them, so compactions are put between the lines of the finished table.
  const [headLine = "", ...callLines] = tableText(table).split("\n");
  const lines = rows.flatMap(({ compactions, remarks }, index) => [
    ...compactions.map((facts) => colours.magenta(clipped(`  ⤷ ${compactionText(facts)}`, columns))),
    ...remarks.map((remark) => colours.red(clipped(`  ⤷ ${printableLine(remark)}`, columns))),
    callLines[index] ?? "",
  ]);
  return [headLine, ...lines].join("\n");
}

function compactionText(facts: CompactionFacts): string {
  const told = [
    `${whole(facts.tokensBefore)} → ${whole(facts.tokensAfter)} tokens`,
    `${counted(facts.removedEntries, "entry", "entries")} removed`,
  ];
  if (facts.folded.length > 0) told.push(`${facts.folded.map(printableLine).join(", ")} folded`);
  if (facts.summariser !== null) told.push(`by ${printableLine(facts.summariser)}`);
  return `compacted ${told.join(" · ")}`;
}

function recordedCells({ recorded }: CallRow, colours: Colours): readonly string[] {
  if (recorded === null) return ["", ""];
  const { inputTokens, cachedTokens } = recorded;
  return [colours.dim(whole(inputTokens)), colours.dim(percentage(cachedTokens, inputTokens))];
}
