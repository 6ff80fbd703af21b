import type { Assembler } from "../assembly/assembler.ts";
import type { Section } from "../assembly/section-order.ts";
import type { Window } from "../assembly/window.ts";
import { AbortedError, ContextOverflowError, NoProgressError, PersistenceError, VarveError } from "../errors.ts";
import type { CallContext, CompactionLimits, TriggerContext } from "../hooks/contexts.ts";
import type { Observers } from "../hooks/observers.ts";
import { receiptOf } from "../hooks/receipt.ts";
import type { Registry } from "../hooks/registry.ts";
import { freeze } from "../immutable.ts";
import type { AgentState, HistoryEntry } from "../state/agent-state.ts";
import type { Pairs } from "../state/pairing.ts";
import type { CompactionReason, CompactionRecord, Decision } from "../state/record.ts";
import type { ModelLimits } from "../usage.ts";
import type { CompactionRequest } from "./compaction-request.ts";
import type { Plan } from "./draft.ts";
import type { Exchanges } from "./exchanges.ts";
import { type Floor, floorOf, wholeOf } from "./floor.ts";
import { Planner } from "./planner.ts";
import { askTrigger, growthPerTurn } from "./trigger.ts";

/** What belongs to one call of the kernel that may compact. */
export interface CompactionCall {
  readonly call: CallContext;
  readonly limits: CompactionLimits;
  readonly model: ModelLimits | null;
}

export interface Compacted {
  readonly state: AgentState;
  readonly window: Window;
  readonly records: readonly CompactionRecord[];
  readonly decisions: readonly Decision[];
}

/** The compaction loop: assemble, ask the trigger, and while it says yes propose, approve, persist and replace. */
export class Compactor {
  readonly #registry: Registry;
  readonly #assembler: Assembler;
  readonly #sections: readonly Section[];
  readonly #exchanges: Exchanges;
  readonly #observers: Observers;
  readonly #clock: (() => number) | null;
  readonly #planner: Planner;

  constructor(parts: {
    readonly registry: Registry;
    readonly assembler: Assembler;
    readonly sections: readonly Section[];
    readonly pairs: Pairs;
    readonly exchanges: Exchanges;
    readonly observers: Observers;
    readonly clock: (() => number) | null;
  }) {
    this.#registry = parts.registry;
    this.#assembler = parts.assembler;
    this.#sections = parts.sections;
    this.#exchanges = parts.exchanges;
    this.#observers = parts.observers;
    this.#clock = parts.clock;
    this.#planner = new Planner({ ...parts, decided: (decision, call) => this.#decided(decision, call) });
  }

  /** Compacts a state while the trigger says yes. */
  async whileTriggered(given: AgentState, { call, limits, model }: CompactionCall): Promise<Compacted> {
    let state = given;
    let window = await this.#assemble(state, call, model);
    const records: CompactionRecord[] = [];
    const decisions: Decision[] = [];
    try {
      for (;;) {
        const floor = this.#floor(state, window, model);
        const asked = this.#triggerContext(state, window, floor, records.length, { call, limits, model });
        const verdict = await askTrigger(this.#registry, asked);
        this.#decided(verdict.decision, call);
        decisions.push(verdict.decision);
        if (!verdict.compact) break;
        // A trigger may compact before it has to, of its own accord: then nothing is wrong where nothing can go.
        const hasTo = window.estimate.tokens > limits.triggerTokens;
        if (hasTo) await this.#refuseHopeless(asked, floor, limits);

        const request: CompactionRequest = {
          state,
          window,
          limits,
          floorTokens: floor.tokens,
          reason: "budget",
          model,
          call,
          decisions: [verdict.decision],
        };
        const plan = await this.#planner.plan(request);
        if (plan === null && hasTo) throw overflow(wholeOf(window), limits);
        if (plan === null) break;
        decisions.push(...plan.proposal.decisions.slice(1));
        const approval = await this.#approve(request, plan);
        if (approval.decision !== null) decisions.push(approval.decision);
        if (approval.plan === null) break;
        const committed = await this.#commit(request, approval.plan);
        records.push(committed.record);
        state = committed.state;
        window = approval.plan.window;
        // What is committed is done: an abort that came meanwhile stops what would come after.
        if (call.signal.aborted) break;
      }
    } catch (error) {
      if (error instanceof VarveError && records.length > 0) error.committed = state;
      throw error;
    }
    return freeze({ state, window, records, decisions });
  }

  /** Compacts once, without asking the trigger. @throws NoProgressError where nothing can be removed */
  async once(state: AgentState, reason: CompactionReason, at: CompactionCall): Promise<Compacted> {
    const { request, plan } = await this.#propose(state, reason, at);
    if (plan === null) throw new NoProgressError("@varve/kernel", request.window.tokens, request.window.tokens);
    const decisions = [...plan.proposal.decisions];
    const approval = await this.#approve(request, plan);
    if (approval.decision !== null) decisions.push(approval.decision);
    if (approval.plan === null) return freeze({ state, window: request.window, records: [], decisions });
    const committed = await this.#commit(request, approval.plan);
    return freeze({ state: committed.state, window: approval.plan.window, records: [committed.record], decisions });
  }

  /** What {@link once} would do, without doing it. */
  async propose(state: AgentState, reason: CompactionReason, at: CompactionCall): Promise<Plan | null> {
    return (await this.#propose(state, reason, at)).plan;
  }

  async #propose(state: AgentState, reason: CompactionReason, { call, limits, model }: CompactionCall) {
    const window = await this.#assemble(state, call, model);
    const floorTokens = this.#floor(state, window, model).tokens;
    const request: CompactionRequest = { state, window, limits, floorTokens, reason, model, call, decisions: [] };
    return { request, plan: await this.#planner.plan(request) };
  }

  #assemble(state: AgentState, call: CallContext, model: ModelLimits | null): Promise<Window> {
    return this.#assembler.assemble(state, call, model?.name ?? null);
  }

  #floor(state: AgentState, window: Window, model: ModelLimits | null): Floor {
    const kept = this.#exchanges.protectedEntries(state.history);
    return floorOf(window, this.#sections, kept, this.#tokensOf(model));
  }

  #tokensOf(model: ModelLimits | null): (entry: HistoryEntry) => number {
    return (entry) => this.#assembler.tokensOf(entry, model?.name ?? null);
  }

  #triggerContext(
    state: AgentState,
    window: Window,
    floor: Floor,
    compactionsThisTurn: number,
    { call, limits, model }: CompactionCall,
  ): TriggerContext {
    const atMs = state.lastUsage?.atMs ?? null;
    return {
      ...call,
      estimate: window.estimate,
      limits,
      floorTokens: floor.tokens,
      lastUsage: state.lastUsage,
      lastUsageAgeMs: atMs === null || this.#clock === null ? null : this.#clock() - atMs,
      growthTokensPerTurn: growthPerTurn(state, this.#tokensOf(model)),
      compactionsThisTurn,
      about: "window",
    };
  }

  /**
   * Asks the trigger what it would say if only the floor were left. If that is still too much for it, no compaction can
   * satisfy it, and no model call is spent on trying.
   */
  async #refuseHopeless(asked: TriggerContext, floor: Floor, limits: CompactionLimits): Promise<void> {
    const estimate = { tokens: floor.tokens, basis: "counted" } as const;
    const { compact } = await askTrigger(this.#registry, {
      ...asked,
      estimate,
      compactionsThisTurn: asked.compactionsThisTurn + 1,
      about: "floor",
    });
    if (compact) throw overflow(floor, limits);
  }

  /** Yes where nobody answers; else as the approver says: no plan, or an edited one. */
  async #approve(
    request: CompactionRequest,
    plan: Plan,
  ): Promise<{ readonly plan: Plan | null; readonly decision: Decision | null }> {
    const { call, state, window } = request;
    const answer = await this.#registry.operations["compaction.approve"].ask(
      freeze({ ...call, state, window, proposal: plan.proposal }),
    );
    if (answer === null) return { plan, decision: null };
    const { result } = answer;
    const isEdit = typeof result === "object" && "edit" in result;
    const isYes = typeof result === "boolean" ? result : isEdit || result.approve;
    const reason = typeof result === "boolean" ? undefined : result.reason;
    const decision = receiptOf("compaction.approve", answer, isEdit ? "edited" : isYes ? "yes" : "no", reason);
    this.#decided(decision, call);
    if (isEdit) return { plan: await this.#planner.edit(request, plan, result.edit, decision), decision };
    if (isYes) return { plan: withDecision(plan, decision), decision };
    this.#observers.emit("refused", { ...factsOf(call), proposal: plan.proposal, decision });
    return { plan: null, decision };
  }

  /** Persists the record together with the state it leads to; only then does the new state exist. */
  async #commit(
    { state, reason, window, call }: CompactionRequest,
    plan: Plan,
  ): Promise<{ readonly state: AgentState; readonly record: CompactionRecord }> {
    if (call.signal.aborted) throw new AbortedError("compaction", call.signal.reason);
    this.#observers.emit("compacting", { ...factsOf(call), reason, tokens: window.tokens });
    const record: CompactionRecord = freeze({ ...plan.proposal, atMs: this.#clock?.() ?? null });
    const next = freeze({ ...plan.state, version: state.version + 1 });
    const write = { kind: "compaction", record, state: next } as const;
    const { result, by } = await this.#registry.operations["persistence.write"].run(
      freeze({ ...call, write, baseVersion: state.version }),
    );
    if (result.version !== next.version) {
      throw new PersistenceError(
        `${by} stored task ${state.taskId} at version ${result.version}; ${next.version} was to be stored.`,
      );
    }
    this.#observers.emit("compacted", { ...factsOf(call), record, state: next });
    return { state: next, record };
  }

  #decided(decision: Decision, call: CallContext): void {
    this.#observers.emit("decided", { ...factsOf(call), decision });
  }
}

function factsOf({ taskId, turn, correlationId }: CallContext) {
  return { taskId, turn, correlationId };
}

function withDecision(plan: Plan, decision: Decision): Plan {
  return { ...plan, proposal: freeze({ ...plan.proposal, decisions: [...plan.proposal.decisions, decision] }) };
}

function overflow(floor: Floor, { triggerTokens, budgetTokens }: CompactionLimits): ContextOverflowError {
  return new ContextOverflowError({ sections: floor.parts, floorTokens: floor.tokens, triggerTokens, budgetTokens });
}
