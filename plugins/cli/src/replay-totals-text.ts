import { counted, dollars, duration, percentage, whole } from "./figures.ts";
import type { InputCost } from "./input-cost.ts";
import { printableLine } from "./printable.ts";
import type { ReplayEnd } from "./replay-report.ts";
import type { ReplayTotals } from "./replay-totals.ts";
import { shownPath } from "./shown-path.ts";
import type { Colours } from "./terminal.ts";

type Line = readonly [label: string, value: string];

/** What {@link totalsText} tells of: one session, or, without traces, several. */
export interface Summed extends Pick<ReplayEnd, "totals" | "elapsedMs"> {
  readonly traces: ReplayEnd["traces"] | null;
}

/**
 * The totals of one replay, or of several, as a few labelled lines.
 * @param folder the folder that paths are shown from
 */
export function totalsText({ totals, traces, elapsedMs }: Summed, folder: string, colours: Colours): string {
  const lines: readonly Line[] = [
    ["calls", `${whole(totals.calls)}, ${counted(totals.compactions, "compaction")}, in ${duration(elapsedMs)}`],
    ["sent", sentText(totals, colours)],
    ...(totals.inputCost === null ? [] : [["input", inputCostText(totals.inputCost)] as const]),
    ...(totals.compactions > 0 ? [["removed", removedText(totals)] as const, ...deciderLines(totals)] : []),
    ...(totals.recorded.calls > 0 ? [["recorded", recordedText(totals)] as const] : []),
    ...(traces === null ? [] : traceLines(totals, traces, folder)),
  ];
  const width = Math.max(...lines.map(([label]) => label.length));
  return lines.map(([label, value]) => `  ${colours.dim(label.padEnd(width))}  ${value}\n`).join("");
}

function sentText(totals: ReplayTotals, colours: Colours): string {
  const { sentTokens, cachedTokens, freshTokens, largestWindowTokens } = totals;
  const cached = colours.green(`${whole(cachedTokens)} cached (${percentage(cachedTokens, sentTokens)})`);
  const fresh = colours.yellow(`${whole(freshTokens)} new`);
  return `${counted(sentTokens, "token")}: ${cached}, ${fresh}; largest window ${whole(largestWindowTokens)}`;
}

function inputCostText({ usd, uncachedUsd, model, asOf }: InputCost): string {
  const price = `at the prices of ${printableLine(model)}, as of ${asOf}`;
  return `about ${dollars(usd)} instead of ${dollars(uncachedUsd)} without a cache, ${price}`;
}

function removedText({ removedTokens, removedEntries, summariserUsage }: ReplayTotals): string {
  const removed = `${counted(removedTokens, "token")}, ${counted(removedEntries, "entry", "entries")}`;
  if (summariserUsage === null) return removed;
  const { inputTokens, cachedTokens, outputTokens } = summariserUsage;
  return `${removed}; summaries cost ${whole(inputTokens)} input (${whole(cachedTokens)} cached) and ${whole(outputTokens)} output tokens`;
}

/** One line an operation: who decided, and how often where it was not always the same. */
function deciderLines({ deciders }: ReplayTotals): readonly Line[] {
  const operations = [...new Set(deciders.map(({ operation }) => operation))];
  return operations.map((operation) => {
    const all = deciders.filter((each) => each.operation === operation);
    const names = all.map(({ plugin, times }) => printableLine(plugin) + (all.length > 1 ? ` ×${times}` : ""));
    return [operation.replace("compaction.", ""), names.join(", ")];
  });
}

function recordedText({ recorded: { calls, inputTokens, cachedTokens } }: ReplayTotals): string {
  return `${counted(inputTokens, "input token")} in ${counted(calls, "call")} of the recorded harness, ${percentage(cachedTokens, inputTokens)} cached`;
}

function traceLines(
  { compactions }: ReplayTotals,
  { records, requests }: ReplayEnd["traces"],
  folder: string,
): readonly Line[] {
  const kept = records === null ? "not kept: the configured store is in memory" : shownPath(records, folder);
  const recordsLine: Line = ["records", compactions === 0 ? "none: nothing was compacted" : kept];
  return requests === null ? [recordsLine] : [recordsLine, ["requests", shownPath(requests, folder)]];
}
