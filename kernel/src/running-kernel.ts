import type { Assembler } from "./assembly/assembler.ts";
import type { PrefixWatch } from "./assembly/prefix-watch.ts";
import type { CountTokens } from "./assembly/section-messages.ts";
import { canonicalTools, toolDifference } from "./assembly/tools.ts";
import type { Window } from "./assembly/window.ts";
import { callOf, factsOf } from "./call.ts";
import type { CompactionCall, Compactor } from "./compaction/compactor.ts";
import { type ContextOptions, limitsFor } from "./compaction/limits.ts";
import type { CompactionProposal } from "./compaction/proposal.ts";
import { restore } from "./compaction/restore.ts";
import { InvalidResultError, StateValidationError, VarveError } from "./errors.ts";
import type { CallContext, EncodedRequest, ModelResponse } from "./hooks/contexts.ts";
import type { Explanation } from "./hooks/explain.ts";
import type { Observers } from "./hooks/observers.ts";
import type { Registry } from "./hooks/registry.ts";
import { freeze, frozenCopy } from "./immutable.ts";
import type { InputItem } from "./items.ts";
import { isJson, type JsonObject } from "./json.ts";
import type {
  AskOptions,
  CallOptions,
  CompactOptions,
  Kernel,
  Prepared,
  PrepareOptions,
  Turned,
  TurnOptions,
} from "./kernel-interface.ts";
import { ModelCalls } from "./model-calls.ts";
import type { AgentState } from "./state/agent-state.ts";
import type { CompactionRecord } from "./state/record.ts";
import { answerAbandonedCalls, withTools } from "./state/transitions.ts";
import { StoredStates } from "./stored-states.ts";
import { takeTurn } from "./turn.ts";
import type { ModelLimits } from "./usage.ts";

interface Parts {
  readonly registry: Registry;
  readonly observers: Observers;
  readonly assembler: Assembler;
  readonly compactor: Compactor;
  readonly prefixWatch: PrefixWatch;
  readonly context: ContextOptions;
  readonly schemas: ReadonlyMap<string, JsonObject>;
  readonly count: CountTokens;
  readonly model: () => ModelLimits | null;
  readonly clock: (() => number) | null;
  readonly explain: () => Explanation;
}

/** A kernel that has been put together. */
export class RunningKernel implements Kernel {
  readonly #parts: Parts;
  readonly #modelCalls: ModelCalls;
  readonly #storedStates: StoredStates;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#modelCalls = new ModelCalls(parts);
    this.#storedStates = new StoredStates(parts.registry);
  }

  get hooks() {
    return this.#parts.registry.hooks;
  }

  get events() {
    return this.#parts.observers.events;
  }

  get model(): ModelLimits | null {
    return this.#parts.model();
  }

  explain(): Explanation {
    return this.#parts.explain();
  }

  prepare(given: AgentState, options: PrepareOptions = {}): Promise<Prepared> {
    return this.#told(given, options, async (at) => {
      const state = this.#ready(given, options, at.call);
      const prepared = await this.#parts.compactor.whileTriggered(state, at);
      this.#assembled(prepared.state, prepared.window, at.call);
      return prepared;
    });
  }

  turn(given: AgentState, options: TurnOptions = {}): Promise<Turned> {
    return takeTurn(this, given, options, this.#parts.clock);
  }

  compact(given: AgentState, options: CompactOptions = {}): Promise<Prepared> {
    return this.#told(given, options, (at) => this.#parts.compactor.once(given, options.reason ?? "manual", at));
  }

  propose(given: AgentState, options: CompactOptions = {}): Promise<CompactionProposal | null> {
    return this.#told(
      given,
      options,
      async (at) => (await this.#parts.compactor.propose(given, options.reason ?? "manual", at))?.proposal ?? null,
    );
  }

  assemble(given: AgentState, options: PrepareOptions = {}): Promise<Window> {
    return this.#told(given, options, ({ call, model }) =>
      this.#parts.assembler.assemble(given, call, model?.name ?? null),
    );
  }

  restore(state: AgentState, record: CompactionRecord): AgentState {
    return restore(state, record);
  }

  async count(content: string | InputItem, options: CallOptions = {}): Promise<number> {
    return this.#parts.count(content, callOf({ taskId: "", turn: 0 }, options));
  }

  encode(window: Window, options?: AskOptions): Promise<EncodedRequest> {
    return this.#modelCalls.encode(window, options);
  }

  ask(window: Window, options?: AskOptions): Promise<ModelResponse> {
    return this.#modelCalls.ask(window, options);
  }

  async write(state: AgentState, subset: string, value: unknown, options: CallOptions = {}): Promise<AgentState> {
    const call = callOf(state, options);
    if (!isJson(value))
      throw new StateValidationError(subset, "", "it is no plain JSON; a state must survive being written down");
    const context = freeze({
      ...call,
      subset,
      schema: this.#parts.schemas.get(subset) ?? null,
      value: frozenCopy(value),
    });
    const { result, by, replacedBy } = await this.#parts.registry.operations["state.write"].run(context);
    if ("refused" in result) throw new StateValidationError(subset, result.refused.pointer, result.refused.reason);
    if (!isJson(result.accepted)) {
      const hookPoint = `state.write.${replacedBy === null ? "in" : "post"}`;
      throw new InvalidResultError(hookPoint, replacedBy ?? by, "what it accepted is no plain JSON");
    }
    const data = Object.fromEntries([...Object.entries(state.data), [subset, frozenCopy(result.accepted)]]);
    return freeze({ ...state, data });
  }

  save(state: AgentState, options?: CallOptions): Promise<AgentState> {
    return this.#storedStates.save(state, options);
  }

  load(taskId: string, options?: CallOptions): Promise<AgentState | null> {
    return this.#storedStates.load(taskId, options);
  }

  records(taskId: string, options?: CallOptions): ReturnType<Kernel["records"]> {
    return this.#storedStates.records(taskId, options);
  }

  /** The state that a window is made from: abandoned calls answered, and the tool list held. */
  #ready(given: AgentState, { tools }: PrepareOptions, call: CallContext): AgentState {
    const state = answerAbandonedCalls(given);
    if (tools === undefined) return state;
    if (state.turn === 0 && state.tools.length === 0) return withTools(state, tools);
    const difference = toolDifference(state.tools, tools);
    if (difference !== null) this.#parts.observers.emit("toolsHeld", { ...factsOf(call), ...difference });
    return state;
  }

  #assembled(state: AgentState, window: Window, call: CallContext): void {
    const { observers, prefixWatch } = this.#parts;
    const sections = window.sections
      .filter(({ place }) => place === "instructions")
      .map(({ id, text }): [string, string] => [id, text ?? ""]);
    const parts = new Map([...sections, ["tools", [...canonicalTools(state.tools).json.values()].join("\n")]]);
    for (const change of prefixWatch.changes(state.taskId, parts))
      observers.emit("prefixChanged", { ...factsOf(call), ...change });
    const { lastUsage } = state;
    if (lastUsage?.stalled === true) {
      const { usage, countedTokens } = lastUsage;
      observers.emit("usageStalled", { ...factsOf(call), inputTokens: usage.inputTokens, countedTokens });
    }
    observers.emit("assembled", { ...factsOf(call), state, window });
  }

  /** Runs one call of the kernel; a failure is told to observers before it is thrown. */
  async #told<T>(state: AgentState, options: PrepareOptions, work: (at: CompactionCall) => Promise<T>): Promise<T> {
    const call = callOf(state, options);
    try {
      // A state out of plain JSON is not frozen yet, and executors are handed it.
      freeze(state);
      const model = options.model ?? this.model;
      return await work({ call, model, limits: freeze(limitsFor(this.#parts.context, model)) });
    } catch (error) {
      if (error instanceof VarveError) this.#parts.observers.emit("failed", { ...factsOf(call), error });
      throw error;
    }
  }
}
