import { type Assembler, sectionDigest } from "../assembly/assembler.ts";
import type { Section } from "../assembly/section-order.ts";
import type { Window } from "../assembly/window.ts";
import { InvalidCompactionError, NoProgressError } from "../errors.ts";
import type { CallContext, CompactionLimits, KeepSection, Replacement, SummariseResult } from "../hooks/contexts.ts";
import type { Registry } from "../hooks/registry.ts";
import { freeze } from "../immutable.ts";
import type { AgentState, EntryId, HistoryEntry, Made } from "../state/agent-state.ts";
import { isEntryId, nextRecordId } from "../state/ids.ts";
import type { Pairs } from "../state/pairing.ts";
import type { CompactionReason, Decision, FoldedSection } from "../state/record.ts";
import type { ModelLimits } from "../usage.ts";
import { boundedViews } from "./bounded-view.ts";
import { changeHistory } from "./change-history.ts";
import { changeFault } from "./check-change.ts";
import { chooseCut } from "./cut.ts";
import type { Exchanges } from "./exchanges.ts";
import { declaredAs } from "./floor.ts";
import { uncachedTokens } from "./prefix-cost.ts";
import type { CompactionProposal } from "./proposal.ts";

/** What a compaction starts from. */
export interface CompactionRequest {
  readonly state: AgentState;
  readonly window: Window;
  readonly limits: CompactionLimits;
  readonly floorTokens: number;
  readonly reason: CompactionReason;
  readonly model: ModelLimits | null;
  readonly call: CallContext;
  /** Decisions taken before: the trigger's. */
  readonly decisions: readonly Decision[];
}

/** A proposal, and the state and the window that it leads to. */
export interface Plan {
  readonly proposal: CompactionProposal;
  readonly state: AgentState;
  readonly window: Window;
}

/** What the executors decided, before it is checked. */
interface Draft {
  readonly result: SummariseResult;
  /** The entries that go, where the result names none of its own. */
  readonly removes: ReadonlySet<EntryId>;
  readonly folded: readonly FoldedSection[];
  readonly made: Made;
  readonly by: { readonly hookPoint: string; readonly plugin: string };
  readonly decisions: readonly Decision[];
}

/** The kernel's own name in receipts, where nobody had to be asked. */
const KERNEL = "@varve/kernel";

/** Makes proposals: asks keep and summarise, and refuses what would leave an invalid or a larger window. */
export class Planner {
  readonly #registry: Registry;
  readonly #assembler: Assembler;
  readonly #sections: readonly Section[];
  readonly #pairs: Pairs;
  readonly #exchanges: Exchanges;
  readonly #decided: (decision: Decision, call: CallContext) => void;

  constructor(parts: {
    readonly registry: Registry;
    readonly assembler: Assembler;
    readonly sections: readonly Section[];
    readonly pairs: Pairs;
    readonly exchanges: Exchanges;
    readonly decided: (decision: Decision, call: CallContext) => void;
  }) {
    this.#registry = parts.registry;
    this.#assembler = parts.assembler;
    this.#sections = parts.sections;
    this.#pairs = parts.pairs;
    this.#exchanges = parts.exchanges;
    this.#decided = parts.decided;
  }

  /** A proposal, or `null` where nothing can be removed. */
  async plan(request: CompactionRequest): Promise<Plan | null> {
    const { state, window, call } = request;
    const keep = await this.#keep(request);
    const kept = new Set([...this.#exchanges.protectedEntries(state.history).map(({ id }) => id), ...keep.pins]);
    const cut = chooseCut(this.#exchanges.of(state.history), kept);
    if (cut === null && keep.folded.length === 0) return this.#lastResort(request, keep.decision);

    const removed = cut?.removed ?? [];
    const context = freeze({
      ...call,
      state,
      window,
      removed,
      folded: keep.folded.map(({ section, text }) => ({ section, text })),
      previousSummary: state.summary?.text ?? null,
      limits: request.limits,
      reason: request.reason,
    });
    const { result, by, replacedBy } = await this.#registry.operations["compaction.summarise"].run(context);
    const plugin = replacedBy ?? by;
    const decision = this.#receipt(
      call,
      { operation: "compaction.summarise", plugin, answer: "answered" },
      result.reason,
    );
    return this.#build(request, {
      result,
      removes: new Set(removed.map(({ id }) => id)),
      folded: keep.folded,
      made: "replacement",
      by: { hookPoint: "compaction.summarise", plugin },
      decisions: [keep.decision, decision],
    });
  }

  /** The same proposal with another result, as an approver edits it. It is checked like any other. */
  async edit(request: CompactionRequest, plan: Plan, result: SummariseResult, decision: Decision): Promise<Plan> {
    const before = request.decisions.length;
    return this.#build(request, {
      result: { ...(plan.proposal.usage === null ? {} : { usage: plan.proposal.usage }), ...result },
      removes: new Set(plan.proposal.removed.map(({ entry }) => entry.id)),
      folded: plan.proposal.folded,
      made: "replacement",
      by: { hookPoint: decision.operation, plugin: decision.plugin },
      decisions: [...plan.proposal.decisions.slice(before), decision],
    });
  }

  async #keep({ state, window, limits, reason, call }: CompactionRequest) {
    const hookPoint = "compaction.keep";
    const choosable = window.sections.flatMap(({ id, tokens }): readonly KeepSection[] => {
      const section = declaredAs(id, this.#sections);
      return section === undefined || section.declaration.entries !== undefined
        ? []
        : [{ id, survives: section.survives, tokens }];
    });
    const context = freeze({ ...call, state, window, limits, reason, sections: choosable });
    const { result, by, replacedBy } = await this.#registry.operations[hookPoint].run(context);
    const plugin = replacedBy ?? by;
    const refuse = (fault: string) => new InvalidCompactionError(hookPoint, plugin, fault);

    const known = new Set(window.sections.map(({ id }) => id));
    const unknown = result.sections.find((id) => !known.has(id));
    if (unknown !== undefined)
      throw refuse(`it keeps section ${unknown}, which is not in the window (${[...known].join(", ")})`);
    const survives = new Set(result.sections);
    const leftOut = choosable.filter(({ id }) => !survives.has(id));
    const essential = leftOut.find((section) => section.survives === "essential");
    if (essential !== undefined && result.allowEssential !== true) {
      throw refuse(`it leaves out ${essential.id}, which is essential, without saying allowEssential: true`);
    }
    const ids = new Set<string>(state.history.map(({ id }) => id));
    const stranger = result.pins?.find((id) => !ids.has(id));
    if (stranger !== undefined) throw refuse(`it pins entry ${stranger}, which is not in the history`);

    const folded: FoldedSection[] = [];
    for (const { id } of leftOut) {
      const text = window.sections.find((section) => section.id === id)?.text ?? "";
      folded.push({ section: id, digest: await sectionDigest(text), text });
    }
    const decision = this.#receipt(call, { operation: hookPoint, plugin, answer: "answered" }, result.reason);
    return { pins: result.pins ?? [], folded, decision };
  }

  /** Nothing can go as a whole: the largest results are shown in part. */
  async #lastResort(request: CompactionRequest, keep: Decision): Promise<Plan | null> {
    const { state, window, limits, call } = request;
    const results = state.history
      .filter(({ item, made }) => item.kind === "tool_result" && made !== "view")
      .map((entry) => ({ entry, tokens: this.#assembler.tokensOf(entry) }));
    const excess = Math.ceil(window.tokens * (1 - limits.targetTokens / Math.max(1, window.estimate.tokens)));
    const replacement = boundedViews(results, excess, nextRecordId(state));
    if (replacement.length === 0) return null;
    const reason = "no exchange can go, so the largest results are shown in part";
    const decision = this.#receipt(
      call,
      { operation: "compaction.summarise", plugin: KERNEL, answer: "answered" },
      reason,
    );
    return this.#build(request, {
      result: { replacement },
      removes: new Set(replacement.flatMap(({ replaces }) => (replaces === undefined ? [] : [replaces]))),
      folded: [],
      made: "view",
      by: { hookPoint: "compaction.summarise", plugin: KERNEL },
      decisions: [keep, decision],
    });
  }

  async #build(request: CompactionRequest, draft: Draft): Promise<Plan> {
    const { state, window, call } = request;
    const { result, by, folded } = draft;
    const replacement = result.replacement ?? [];
    const removes = namedEntries(state.history, draft, replacement);
    const change = changeHistory(state, {
      removes,
      replacement,
      made: draft.made,
      request: this.#exchanges.lastRequest(state.history),
    });
    const fault = changeFault(state.history, change, { pairs: this.#pairs, exchanges: this.#exchanges });
    if (fault !== null) throw new InvalidCompactionError(by.hookPoint, by.plugin, fault);

    const id = nextRecordId(state);
    const summaryAfter = result.summary === undefined ? state.summary : { text: result.summary };
    const foldedIds = new Set(folded.map(({ section }) => section));
    const after: AgentState = freeze({
      ...state,
      history: change.history,
      nextEntry: change.nextEntry,
      summary: summaryAfter,
      compaction: {
        count: state.compaction.count + 1,
        last: id,
        leftOut: [
          ...state.compaction.leftOut.filter(({ section }) => !foldedIds.has(section)),
          ...folded.map(({ section, digest }) => ({ section, digest })),
        ],
      },
    });
    const windowAfter = await this.#assembler.assemble(after, call, request.model?.name ?? null);
    if (windowAfter.tokens >= window.tokens) throw new NoProgressError(by.plugin, window.tokens, windowAfter.tokens);
    const proposal: CompactionProposal = freeze({
      format: 1,
      id,
      taskId: state.taskId,
      turn: state.turn,
      count: after.compaction.count,
      previous: state.compaction.last,
      reason: request.reason,
      removed: change.removed,
      inserted: change.inserted,
      markedPast: change.markedPast,
      folded,
      leftOutBefore: state.compaction.leftOut,
      summaryBefore: state.summary,
      summaryAfter,
      tokensBefore: window.tokens,
      tokensAfter: windowAfter.tokens,
      floorTokens: request.floorTokens,
      uncachedTokens: uncachedTokens(window, windowAfter),
      decisions: [...request.decisions, ...draft.decisions],
      usage: result.usage ?? null,
    });
    return { proposal, state: after, window: windowAfter };
  }

  #receipt(call: CallContext, decision: Decision, reason: string | undefined): Decision {
    const receipt = freeze(reason === undefined ? decision : { ...decision, reason });
    this.#decided(receipt, call);
    return receipt;
  }
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
  if (unknown !== undefined)
    throw new InvalidCompactionError(
      by.hookPoint,
      by.plugin,
      `it removes entry ${unknown}, which is not in the history`,
    );
  const going = new Set(named);
  const staying = replacement.find(({ replaces }) => replaces !== undefined && !going.has(replaces))?.replaces;
  if (staying !== undefined)
    throw new InvalidCompactionError(by.hookPoint, by.plugin, `it replaces entry ${staying} without removing it`);
  return going;
}
