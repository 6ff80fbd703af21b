import type { Assembler } from "../assembly/assembler.ts";
import type { Window } from "../assembly/window.ts";
import { InvalidCompactionError, NoProgressError } from "../errors.ts";
import type { Replacement, SummariseResult } from "../hooks/contexts.ts";
import { freeze } from "../immutable.ts";
import type { AgentState, EntryId, HistoryEntry, Made } from "../state/agent-state.ts";
import { isEntryId, nextRecordId } from "../state/ids.ts";
import type { Pairs } from "../state/pairing.ts";
import type { Decision, FoldedSection } from "../state/record.ts";
import { changeHistory } from "./change-history.ts";
import { changeFault } from "./check-change.ts";
import type { CompactionRequest } from "./compaction-request.ts";
import type { Exchanges } from "./exchanges.ts";
import { uncachedTokens } from "./prefix-cost.ts";
import type { CompactionProposal } from "./proposal.ts";

/** What the executors decided, before it is checked. */
export interface Draft {
  readonly result: SummariseResult;
  /** The entries that go, where the result names none of its own. */
  readonly removes: ReadonlySet<EntryId>;
  /** What must not go, whatever the result names. */
  readonly pinned: ReadonlySet<EntryId>;
  readonly folded: readonly FoldedSection[];
  readonly made: Made;
  readonly by: { readonly hookPoint: string; readonly plugin: string };
  readonly decisions: readonly Decision[];
}

/** A proposal, and the state and the window that it leads to. */
export interface Plan {
  readonly proposal: CompactionProposal;
  readonly pinned: ReadonlySet<EntryId>;
  readonly state: AgentState;
  readonly window: Window;
}

/**
 * Carries a draft out on paper.
 * @throws InvalidCompactionError where it would leave an invalid history; NoProgressError where the window would not shrink
 */
export async function planOf(
  draft: Draft,
  { state, window, call, model, reason, floorTokens, decisions }: CompactionRequest,
  parts: { readonly assembler: Assembler; readonly pairs: Pairs; readonly exchanges: Exchanges },
): Promise<Plan> {
  const { result, by, folded, made, pinned } = draft;
  const replacement = result.replacement ?? [];
  const removes = namedEntries(state.history, draft, replacement);
  const request = parts.exchanges.lastRequest(state.history);
  const change = changeHistory(state, { removes, replacement, made, request });
  const fault = pinFault(removes, pinned) ?? changeFault(state.history, change, parts);
  if (fault !== null) throw new InvalidCompactionError(by.hookPoint, by.plugin, fault);

  const id = nextRecordId(state);
  const count = state.compaction.count + 1;
  const foldedIds = new Set(folded.map(({ section }) => section));
  const leftOut = [
    ...state.compaction.leftOut.filter(({ section }) => !foldedIds.has(section)),
    ...folded.map(({ section, digest }) => ({ section, digest })),
  ];
  const after: AgentState = freeze({
    ...state,
    history: change.history,
    nextEntry: change.nextEntry,
    summary: result.summary === undefined ? state.summary : { text: result.summary },
    compaction: { ...state.compaction, count, last: id, leftOut },
  });
  const windowAfter = await parts.assembler.assemble(after, call, model?.name ?? null);
  if (windowAfter.tokens >= window.tokens) throw new NoProgressError(by.plugin, window.tokens, windowAfter.tokens);
  const proposal: CompactionProposal = freeze({
    format: 1,
    id,
    taskId: state.taskId,
    turn: state.turn,
    count,
    previous: state.compaction.last,
    reason,
    removed: change.removed,
    inserted: change.inserted,
    markedPast: change.markedPast,
    folded,
    leftOutBefore: state.compaction.leftOut,
    summaryBefore: state.summary,
    summaryAfter: after.summary,
    tokensBefore: window.tokens,
    tokensAfter: windowAfter.tokens,
    floorTokens,
    uncachedTokens: uncachedTokens(window, windowAfter),
    decisions: [...decisions, ...draft.decisions],
    usage: result.usage ?? null,
  });
  return { proposal, pinned, state: after, window: windowAfter };
}

function pinFault(removes: ReadonlySet<EntryId>, pinned: ReadonlySet<EntryId>): string | null {
  const gone = [...pinned].find((id) => removes.has(id));
  return gone === undefined ? null : `it would remove ${gone}, which keep pinned`;
}

/** The entries a draft removes. @throws InvalidCompactionError for ids that are not in the history, or replaced without being removed */
function namedEntries(
  history: readonly HistoryEntry[],
  { result, removes, by }: Draft,
  replacement: readonly Replacement[],
): ReadonlySet<EntryId> {
  const present = new Set<string>(history.map(({ id }) => id));
  const named = result.removes ?? [...removes];
  const unknown = named.find((id) => !present.has(id) || !isEntryId(id));
  if (unknown !== undefined) {
    throw new InvalidCompactionError(
      by.hookPoint,
      by.plugin,
      `it removes entry ${unknown}, which is not in the history`,
    );
  }
  const going = new Set(named);
  const staying = replacement.find(({ replaces }) => replaces !== undefined && !going.has(replaces))?.replaces;
  if (staying !== undefined) {
    throw new InvalidCompactionError(by.hookPoint, by.plugin, `it replaces entry ${staying} without removing it`);
  }
  return going;
}
