import { borderlessTable, tableText } from "../borderless-table.ts";
import { counted, dollars, duration, percentage, whole } from "../figures.ts";
import { printableLine } from "../printable.ts";
import type { Output } from "../terminal.ts";
import { type Compared, exactShare, saidShare } from "./comparison.ts";
import type { Share } from "./survival.ts";

const RIGHT = { align: "right" } as const;

/** The strategies side by side, for people. */
export function comparisonText(all: readonly Compared[], { colours }: Pick<Output, "colours">): string {
  const heads = ["compactions", "sent", "cached", "input", "largest", "after", "exact", "said", "used again", "time"];
  const table = borderlessTable([
    { head: colours.dim("strategy"), align: "left" },
    ...heads.map((head) => ({ head: colours.dim(head), ...RIGHT })),
  ]);
  for (const each of all) {
    const { survived, inputCost } = each;
    table.push([
      printableLine(each.strategy),
      whole(each.compactions),
      whole(each.sentTokens),
      percentage(each.cachedTokens, each.sentTokens),
      inputCost === null ? "–" : dollars(inputCost.usd),
      whole(each.largestWindowTokens),
      each.meanTokensAfter === null ? "–" : whole(each.meanTokensAfter),
      shareText(exactShare(survived)),
      shareText(saidShare(survived)),
      shareText(survived.reused),
      duration(each.elapsedMs),
    ]);
  }
  const [first] = all;
  const price = first?.inputCost ?? null;
  const notes = [
    first === undefined ? "" : `${counted(first.sessions, "session")}, ${counted(first.calls, "call")} each`,
    "exact: paths, identifiers and numbers of what was removed that can still be found in the window; said: errors, requests and decisions",
    "used again: paths, identifiers and numbers of what was removed that the recording used later, found in the window of that very call",
    price === null
      ? "input: the model has no known price"
      : `input: at the prices of ${price.model}, as of ${price.asOf}, with what was cached`,
    ...all.flatMap(({ strategy, failures }) =>
      failures.map(({ file, reason }) => `${strategy} went no further in ${file}: ${reason}`),
    ),
  ];
  return `${tableText(table)}\n\n${notes.map((note) => colours.dim(`  ${printableLine(note)}`)).join("\n")}\n`;
}

function shareText({ found, of }: Share): string {
  return of === 0 ? "–" : percentage(found, of);
}
