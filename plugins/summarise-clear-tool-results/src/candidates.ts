import {
  type HistoryEntry,
  Pairs,
  plainText,
  type SummariseContext,
  type ToolCall,
  type ToolResult,
} from "@varve/kernel";
import type { ClearOptions } from "./options.ts";
import { type Masked, maskedCall, maskedResult } from "./placeholder.ts";

/** An entry that can be masked, and what would stand in its place. */
export interface Candidate {
  readonly entry: HistoryEntry;
  readonly item: ToolCall | ToolResult;
  /** Tokens that it has now, as the window counts them. */
  readonly tokens: number;
}

/** What can be masked, oldest first. What a compaction made itself is not masked again. */
export function candidates(context: SummariseContext, options: ClearOptions): readonly Candidate[] {
  const { history } = context.state;
  const { keep_newest: newest = 3, least_result_tokens: least = 120, exclude_tools: excluded = [] } = options;
  const tokens = tokensByEntry(context);
  const record = recordOf(context);
  const pinned = new Set(context.pinned);
  const results = [...new Pairs().answers(history)];
  const old = results.slice(0, Math.max(0, results.length - newest));
  const oldCalls = new Set(old.map(([, { callIndex }]) => callIndex));

  const found: (Candidate & { readonly index: number })[] = [];
  const consider = (index: number, name: string, least: number): void => {
    const entry = history[index];
    const size = entry === undefined ? 0 : (tokens.get(entry.id) ?? 0);
    if (entry === undefined || entry.made !== undefined || size < least || pinned.has(entry.id)) return;
    const characters = plainText(entry.item).length;
    const masked: Masked = { tool: name, characters, tokens: size, entry: entry.id, record, hint: options.recall_hint };
    if (entry.item.kind === "tool_result")
      found.push({ index, entry, item: maskedResult(entry.item, masked), tokens: size });
    if (entry.item.kind === "tool_call")
      found.push({ index, entry, item: maskedCall(entry.item, masked), tokens: size });
  };
  for (const [index, { name, callIndex }] of old) {
    if (excluded.includes(name)) continue;
    consider(index, name, least);
    const above = options.arguments_above_tokens;
    // A reasoning item belongs to its call, and would be parted from one in another form.
    const isReasoned = history[callIndex - 1]?.item.kind === "reasoning";
    if (above !== undefined && oldCalls.has(callIndex) && !isReasoned) consider(callIndex, name, above + 1);
  }
  return found.toSorted((a, b) => a.index - b.index);
}

function tokensByEntry({ window }: SummariseContext): ReadonlyMap<string, number> {
  const tokens = new Map<string, number>();
  for (const { entry, tokens: size } of window.input) {
    if (entry !== undefined) tokens.set(entry, (tokens.get(entry) ?? 0) + size);
  }
  return tokens;
}

/** The id that this compaction's record will have: `<taskId>/c<n>`, where n counts compactions, undone ones too. */
function recordOf({ taskId, state: { compaction } }: SummariseContext): string {
  return `${taskId}/c${compaction.count + (compaction.undone ?? 0) + 1}`;
}
