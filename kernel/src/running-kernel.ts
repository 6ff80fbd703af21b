import type { Assembler } from "./assembly/assembler.ts";
import type { PrefixWatch } from "./assembly/prefix-watch.ts";
import type { CountTokens } from "./assembly/section-messages.ts";
import { canonicalTools, toolDifference } from "./assembly/tools.ts";
import type { Window } from "./assembly/window.ts";
import type { CompactionCall, Compactor } from "./compaction/compactor.ts";
import { type ContextOptions, limitsFor } from "./compaction/limits.ts";
import type { CompactionProposal } from "./compaction/proposal.ts";
import { restore } from "./compaction/restore.ts";
import {
  ExecutorError,
  InvalidResultError,
  ModelError,
  PersistenceError,
  StateValidationError,
  VarveError,
} from "./errors.ts";
import type {
  CallContext,
  EncodedRequest,
  ModelDelta,
  ModelResponse,
  PersistenceReadContext,
} from "./hooks/contexts.ts";
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
import type { AgentState } from "./state/agent-state.ts";
import type { CompactionRecord } from "./state/record.ts";
import { asState } from "./state/serialise.ts";
import { answerAbandonedCalls, withTools } from "./state/transitions.ts";
import { takeTurn } from "./turn.ts";
import type { ModelLimits } from "./usage.ts";

/** A signal for calls that brought none. It never aborts, and nothing that listens to it stays. */
const NEVER = new AbortController().signal;

/** What belongs to one call, for a state or a window. */
function callOf(
  { taskId, turn }: { readonly taskId: string; readonly turn: number },
  options: CallOptions,
): CallContext {
  const { signal = NEVER, attempt = 1, correlationId = `${taskId}/${turn}/${attempt}` } = options;
  return Object.freeze({ taskId, turn, attempt, correlationId, signal });
}

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

  constructor(parts: Parts) {
    this.#parts = parts;
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

  async encode(window: Window, options: AskOptions = {}): Promise<EncodedRequest> {
    const {
      purpose = "turn",
      toolChoice = "auto",
      maxOutputTokens = null,
      model = this.model,
      output = null,
    } = options;
    const asked = { window, model, purpose, toolChoice, maxOutputTokens, output };
    const context = Object.freeze({ ...callOf(window, options), ...asked });
    return (await this.#parts.registry.operations["model.encode"].run(context)).result;
  }

  async ask(window: Window, options: AskOptions = {}): Promise<ModelResponse> {
    const { observers, registry } = this.#parts;
    const call = callOf(window, options);
    const facts = { ...factsOf(call), purpose: options.purpose ?? "turn" };
    try {
      const request = await this.encode(window, options);
      const { purpose } = facts;
      const onDelta = (delta: ModelDelta): void => observers.emit("delta", { ...facts, delta });
      const { result, by, replacedBy } = await registry.operations["model.invoke"].run(
        Object.freeze({ ...call, request, purpose, onDelta }),
      );
      observers.emit("invoked", { ...facts, window, request, response: result, plugin: replacedBy ?? by });
      return result;
    } catch (thrown) {
      // Who was asked is in the error itself; a harness should not have to look for what the provider said in its cause.
      const isModels = thrown instanceof ExecutorError && thrown.cause instanceof ModelError;
      const error = isModels ? thrown.cause : thrown;
      if (error instanceof VarveError) observers.emit("failed", { ...factsOf(call), error });
      throw error;
    }
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

  async save(state: AgentState, options: CallOptions = {}): Promise<AgentState> {
    const next = freeze({ ...state, version: state.version + 1 });
    const context = freeze({
      ...callOf(state, options),
      write: { kind: "state", state: next } as const,
      baseVersion: state.version,
    });
    const { result, by } = await this.#parts.registry.operations["persistence.write"].run(context);
    if (result.version !== next.version) {
      throw new PersistenceError(
        `${by} stored task ${state.taskId} at version ${result.version}; ${next.version} was to be stored.`,
      );
    }
    return next;
  }

  async load(taskId: string, options: CallOptions = {}): Promise<AgentState | null> {
    const { result, by } = await this.#read(taskId, { kind: "state" }, options);
    if (result.kind !== "state") throw wrongRead(by, "state", result.kind);
    return result.state === null ? null : asState(frozenCopy(result.state));
  }

  async records(taskId: string, options: CallOptions = {}) {
    const { result, by } = await this.#read(taskId, { kind: "records" }, options);
    if (result.kind !== "records") throw wrongRead(by, "records", result.kind);
    return { records: result.records, damaged: result.damaged };
  }

  #read(taskId: string, read: PersistenceReadContext["read"], options: CallOptions) {
    return this.#parts.registry.operations["persistence.read"].run(
      freeze({ ...callOf({ taskId, turn: 0 }, options), read }),
    );
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

function wrongRead(plugin: string, asked: string, answered: string): PersistenceError {
  return new PersistenceError(`${plugin} answered a read of kind ${asked} with one of kind ${answered}.`);
}

function factsOf({ taskId, turn, correlationId }: CallContext) {
  return { taskId, turn, correlationId };
}
