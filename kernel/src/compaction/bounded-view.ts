import type { Replacement } from "../hooks/contexts.ts";
import type { Part, ToolResult } from "../items.ts";
import { head, tail } from "../legible.ts";
import { partsText } from "../plain-text.ts";
import type { HistoryEntry, RecordId } from "../state/agent-state.ts";

/** The smallest view that is still worth showing: the notice, and a few lines. */
export const LEAST_VIEW_TOKENS = 300;

/** What the notice and the untrusted block around it take, tokens. */
const NOTICE_TOKENS = 150;

/** How much of a view is the result's beginning; the rest is its end, where tools put their verdicts. */
const HEAD_SHARE = 0.6;

/** A result of the history as it stands in the window, which may show less than the result holds. */
export interface ShownResult {
  readonly entry: HistoryEntry;
  readonly tokens: number;
  /** UTF-16 code units of the text that these tokens are of. */
  readonly units: number;
}

/**
 * The last resort, where no exchange can go: the largest results are shown in part. The whole stands in the record.
 *
 * @param excessTokens how many tokens must go
 * @returns nothing where even the smallest views would not free as much
 */
export function boundedViews(
  results: readonly ShownResult[],
  excessTokens: number,
  record: RecordId,
): readonly Replacement[] {
  const total = results.reduce((sum, { tokens }) => sum + tokens, 0);
  const cap = evenCap(
    results.map(({ tokens }) => tokens),
    total - excessTokens,
  );
  return results.flatMap((shown) => {
    const { entry, tokens } = shown;
    if (tokens <= cap || entry.item.kind !== "tool_result" || tokens <= LEAST_VIEW_TOKENS) return [];
    return [{ item: view(entry.item, shown, cap, record), replaces: entry.id }];
  });
}

/** The cap under which all results together have at most `room` tokens, and none less than the smallest view. */
function evenCap(sizes: readonly number[], room: number): number {
  const ascending = [...sizes].sort((a, b) => a - b);
  let left = room;
  for (const [index, size] of ascending.entries()) {
    const share = left / (ascending.length - index);
    if (size > share) return Math.max(LEAST_VIEW_TOKENS, share);
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

function view(result: ToolResult, shown: ShownResult, cap: number, record: RecordId): ToolResult {
  const whole = partsText(result.parts);
  // The measure of the very text that was counted, not a rule of thumb: what is dense for the tokenizer is cut shorter.
  const unitsPerToken = Math.min(whole.length, shown.units) / shown.tokens;
  const units = Math.floor(Math.max(0, cap - NOTICE_TOKENS) * unitsPerToken);
  const [first, last] = [
    head(whole, Math.floor(units * HEAD_SHARE)),
    tail(whole, Math.floor(units * (1 - HEAD_SHARE))),
  ];
  const leftOut = whole.length - first.length - last.length;
  const notice = `[${leftOut} of ${whole.length} characters left out here: this result did not fit. It was not seen in full. The whole is kept in compaction record ${record}; ask for it, or call the tool again for a smaller part.]`;
  const parts: readonly Part[] = [{ kind: "text", text: `${first}\n${notice}\n${last}` }];
  return { ...result, parts };
}
