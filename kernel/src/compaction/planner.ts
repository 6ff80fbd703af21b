import type { Assembler } from "../assembly/assembler.ts";
import type { Section } from "../assembly/section-order.ts";
import { NoProgressError } from "../errors.ts";
import type { CallContext, SummariseResult } from "../hooks/contexts.ts";
import { receiptOf } from "../hooks/receipt.ts";
import type { Registry } from "../hooks/registry.ts";
import { freeze } from "../immutable.ts";
import type { EntryId, HistoryEntry } from "../state/agent-state.ts";
import { nextRecordId } from "../state/ids.ts";
import type { Pairs } from "../state/pairing.ts";
import type { Decision } from "../state/record.ts";
import type { Usage } from "../usage.ts";
import { askKeep, type Kept } from "./ask-keep.ts";
import { boundedViews } from "./bounded-view.ts";
import type { CompactionRequest } from "./compaction-request.ts";
import { type Cut, chooseCut } from "./cut.ts";
import { type Draft, type Plan, planOf } from "./draft.ts";
import type { Exchange, Exchanges } from "./exchanges.ts";

/** The kernel's own name in receipts, where nobody had to be asked. */
const KERNEL = "@varve/kernel";

const OPERATION = "compaction.summarise";

/** The share of a compacted window that a summary is taken to need before there is one. */
const SUMMARY_SHARE = 1 / 4;

interface PlannerParts {
  readonly registry: Registry;
  readonly assembler: Assembler;
  readonly sections: readonly Section[];
  readonly pairs: Pairs;
  readonly exchanges: Exchanges;
  readonly decided: (decision: Decision, call: CallContext) => void;
}

/** What a compaction has to stand on: the division of the history, and what of it stays whatever else goes. */
interface Ground {
  readonly request: CompactionRequest;
  readonly keep: Kept;
  readonly all: readonly Exchange[];
  readonly kept: ReadonlySet<EntryId>;
  /** What keep pinned, with its whole exchanges. */
  readonly pinned: ReadonlySet<EntryId>;
  /** Tokens that stay when everything that can go has gone. */
  readonly stayingTokens: number;
}

/** Makes proposals: asks keep and summarise, and falls back to showing results in part where nothing else helps. */
export class Planner {
  readonly #parts: PlannerParts;

  constructor(parts: PlannerParts) {
    this.#parts = parts;
  }

  /** A proposal, or `null` where nothing can be removed. */
  async plan(request: CompactionRequest): Promise<Plan | null> {
    const ground = await this.#ground(request);
    const { window, limits } = request;
    // The lines are in the estimate's tokens; what can be freed is counted.
    const scale = window.tokens / Math.max(1, window.estimate.tokens);
    const line = limits.triggerTokens * scale;
    // What stays is over the line by itself: results in it must be shown in part, and no summary of the rest would help.
    const views = ground.stayingTokens > line ? await this.#views(ground) : null;
    if (views !== null) return views;
    const target = limits.targetTokens * scale;
    const cut = chooseCut(ground.all, ground.kept, {
      leastTokens: Math.max(0, window.tokens - line) + Math.min(target, window.tokens) * SUMMARY_SHARE,
      targetTokens: window.tokens - target,
      tokensOf: (entries) => this.#tokensOf(entries, request),
    });
    return cut === null && ground.keep.folded.length === 0 ? this.#views(ground) : this.#summarised(ground, cut);
  }

  /** The same proposal with another result, as an approver edits it. It is checked like any other. */
  edit(
    request: CompactionRequest,
    { proposal, pinned }: Plan,
    result: SummariseResult,
    decision: Decision,
  ): Promise<Plan> {
    return this.#planOf(request, {
      pinned,
      result: proposal.usage === null ? result : { usage: proposal.usage, ...result },
      removes: new Set(proposal.removed.map(({ entry }) => entry.id)),
      folded: proposal.folded,
      made: "replacement",
      by: { hookPoint: decision.operation, plugin: decision.plugin },
      decisions: [...proposal.decisions.slice(request.decisions.length), decision],
    });
  }

  async #ground(request: CompactionRequest): Promise<Ground> {
    const { registry, sections, exchanges } = this.#parts;
    const { history } = request.state;
    const keep = await askKeep(registry, sections, request);
    this.#parts.decided(keep.decision, request.call);
    const kept = new Set([...exchanges.protectedEntries(history).map(({ id }) => id), ...keep.pins]);
    const all = exchanges.of(history);
    const pinned = wholeExchanges(all, keep.pins);
    const going = all
      .filter(({ entries }) => !entries.some(({ id }) => kept.has(id)))
      .flatMap(({ entries }) => entries);
    const folded = new Set(keep.folded.map(({ section }) => section));
    const foldedTokens = request.window.sections
      .filter(({ id }) => folded.has(id))
      .reduce((sum, { tokens }) => sum + tokens, 0);
    const stayingTokens = request.window.tokens - this.#tokensOf(going, request) - foldedTokens;
    return { request, keep, all, kept, pinned, stayingTokens };
  }

  async #summarised({ request, keep, all, pinned }: Ground, cut: Cut | null): Promise<Plan> {
    const { state, window, limits, reason, call } = request;
    const removed = cut?.removed ?? [];
    const context = freeze({
      ...call,
      state,
      window,
      removed,
      pinned: [...pinned],
      folded: keep.folded.map(({ section, text }) => ({ section, text })),
      previousSummary: state.summary?.text ?? null,
      limits,
      reason,
    });
    const answer = await this.#parts.registry.operations[OPERATION].run(context);
    const { result } = answer;
    const decision = this.#receipt(call, answer, result.reason);
    try {
      return await this.#planOf(request, {
        result,
        removes: new Set(removed.map(({ id }) => id)),
        pinned,
        folded: keep.folded,
        made: "replacement",
        by: { hookPoint: OPERATION, plugin: decision.plugin },
        decisions: [keep.decision, decision],
      });
    } catch (error) {
      // A summary as long as what it replaces is refused. Where large results are to blame, they can still be shown in part.
      const everything: Ground = {
        request,
        keep,
        all,
        kept: new Set(state.history.map(({ id }) => id)),
        pinned,
        stayingTokens: window.tokens,
      };
      const views = error instanceof NoProgressError ? await this.#views(everything, [decision], result.usage) : null;
      if (views === null) throw error;
      return views;
    }
  }

  /** The last resort: the largest results that stay are shown in part. `null` where that would not free anything. */
  async #views(
    { request, keep, all, kept, stayingTokens }: Ground,
    tried: readonly Decision[] = [],
    usage?: Usage,
  ): Promise<Plan | null> {
    const { state, window, limits, call, model } = request;
    const results = all
      .filter(({ entries }) => entries.some(({ id }) => kept.has(id)))
      .flatMap(({ entries }) => entries.filter(({ item }) => item.kind === "tool_result"))
      .map((entry) => ({
        entry,
        tokens: this.#tokensOf([entry], request),
        units: this.#parts.assembler.unitsOf(entry, model?.name ?? null),
      }));
    const target = limits.targetTokens * (window.tokens / Math.max(1, window.estimate.tokens));
    const replacement = boundedViews(results, Math.ceil(stayingTokens - target), nextRecordId(state));
    if (replacement.length === 0) return null;
    const decision = this.#receipt(
      call,
      { by: KERNEL, replacedBy: null },
      "what must stay is over the line, so its largest results are shown in part",
    );
    return this.#planOf(request, {
      result: usage === undefined ? { replacement } : { replacement, usage },
      removes: new Set(replacement.flatMap(({ replaces }) => (replaces === undefined ? [] : [replaces]))),
      // What is pinned is seen in part before nothing can be sent at all.
      pinned: new Set(),
      folded: [],
      made: "view",
      by: { hookPoint: OPERATION, plugin: KERNEL },
      decisions: [keep.decision, ...tried, decision],
    });
  }

  #planOf(request: CompactionRequest, draft: Draft): Promise<Plan> {
    return planOf(draft, request, this.#parts);
  }

  #tokensOf(entries: readonly HistoryEntry[], { model }: CompactionRequest): number {
    return entries.reduce((sum, entry) => sum + this.#parts.assembler.tokensOf(entry, model?.name ?? null), 0);
  }

  #receipt(call: CallContext, answer: Parameters<typeof receiptOf>[1], reason: string | undefined): Decision {
    const receipt = receiptOf(OPERATION, answer, "answered", reason);
    this.#parts.decided(receipt, call);
    return receipt;
  }
}

function wholeExchanges(all: readonly Exchange[], pins: readonly EntryId[]): ReadonlySet<EntryId> {
  const named = new Set(pins);
  const whole = named.size === 0 ? [] : all.filter(({ entries }) => entries.some(({ id }) => named.has(id)));
  return new Set(whole.flatMap(({ entries }) => entries.map(({ id }) => id)));
}
