import type { SectionDeclaration } from "./assembly/section.ts";
import type { Window } from "./assembly/window.ts";
import type { CompactionProposal } from "./compaction/proposal.ts";
import type { Events } from "./events.ts";
import type { Hooks, SectionHooks } from "./hooks/catalogue.ts";
import type { EncodeContext, EncodedRequest, ModelResponse, OutputFormat } from "./hooks/contexts.ts";
import type { Explanation } from "./hooks/explain.ts";
import type { InputItem, ToolDefinition } from "./items.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import type { AgentData, AgentState } from "./state/agent-state.ts";
import type { CompactionReason, CompactionRecord, Decision } from "./state/record.ts";
import type { ModelLimits } from "./usage.ts";

/** What belongs to one call of a kernel method; everything is optional. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Absent: derived from task, turn and attempt. */
  readonly correlationId?: string;
  /** Which try of this turn it is. Absent: 1. */
  readonly attempt?: number;
}

export interface PrepareOptions extends CallOptions {
  /** The tools that are there now. The task's own list is what is sent; a difference is told as `toolsHeld`. */
  readonly tools?: readonly ToolDefinition[];
  /** The model of this call, where it is not the declared one. */
  readonly model?: ModelLimits;
}

/** The window for the next call, and the state that it was made from. */
export interface Prepared {
  readonly state: AgentState;
  readonly window: Window;
  /** The compactions that were carried out, in order. */
  readonly records: readonly CompactionRecord[];
  /** Every decision of trigger, keep, summarise and approve, in order. */
  readonly decisions: readonly Decision[];
}

export interface TurnOptions extends PrepareOptions {
  /** The most that the answer may have, tokens. */
  readonly maxOutputTokens?: number;
  /** The form that the answer's text must have. Absent: text. */
  readonly output?: OutputFormat;
}

/** One model call, done. */
export interface Turned extends Prepared {
  readonly response: ModelResponse;
}

export interface CompactOptions extends PrepareOptions {
  /** Absent: `manual`. */
  readonly reason?: CompactionReason;
}

export interface AskOptions extends CallOptions {
  readonly purpose?: EncodeContext["purpose"];
  readonly toolChoice?: EncodeContext["toolChoice"];
  /** Tokens. */
  readonly maxOutputTokens?: number;
  readonly output?: OutputFormat;
  readonly model?: ModelLimits;
}

/** What a plugin's `apply` gets: the kernel while it is being put together, and the calls that executors make later. */
export interface PluginKernel {
  readonly hooks: Hooks;
  readonly events: Events;
  /**
   * Declares a section and returns its hooks, also found at `hooks.section.<id>`.
   * @throws SectionError for an id that is taken or malformed, or an order that cannot be
   */
  declareSection(declaration: SectionDeclaration): SectionHooks;
  /**
   * Says what the model takes. The last word counts: a plugin that switches models says it anew.
   * @throws LimitsError for tokens that are no whole number
   */
  declareModel(limits: ModelLimits): void;
  /** Describes a named subset of the state's data. @throws PluginError when it is described twice with different schemas */
  describe(subset: string, schema: JsonObject): void;
  /** Counts tokens through `tokens.count`. */
  count(content: string | InputItem, options?: CallOptions): Promise<number>;
  /**
   * Encodes a window and asks the model: `model.encode`, then `model.invoke`.
   * @throws ModelError for what the provider says, or fails to say @throws AbortedError
   */
  ask(window: Window, options?: AskOptions): Promise<ModelResponse>;
  /** The limits of the declared model, or `null`. */
  readonly model: ModelLimits | null;
}

/** A kernel, complete and frozen: nothing can be tapped or declared any more. */
export interface Kernel extends Pick<PluginKernel, "hooks" | "events" | "count" | "ask" | "model"> {
  /**
   * The window for the next model call: assembles it, and compacts while the trigger says yes.
   * Every compaction is persisted before it counts. The given state is never changed.
   * @throws ContextOverflowError when no compaction can bring the window under the line
   */
  prepare(state: AgentState, options?: PrepareOptions): Promise<Prepared>;
  /**
   * One model call: prepares the window, asks the model, and takes its answer and what it measured into the state. Calls
   * without a result get an error result first. Where the provider says that the window is too long, compacts once with reason
   * `overflow` and asks again.
   * @throws ModelError, with fault `overflow` when the provider refuses the compacted window too; what prepare throws
   */
  turn(state: AgentState, options?: TurnOptions): Promise<Turned>;
  /** The window of a state as it is, without asking the trigger. */
  assemble(state: AgentState, options?: PrepareOptions): Promise<Window>;
  /** What a compaction now would do, without doing it; `null` where nothing can be removed. */
  propose(state: AgentState, options?: CompactOptions): Promise<CompactionProposal | null>;
  /** Compacts once, whatever the trigger says. Throws as {@link prepare} does, also when nothing can be removed. */
  compact(state: AgentState, options?: CompactOptions): Promise<Prepared>;
  /** Undoes the state's last compaction: gives back exactly what was removed, before what has been added since. @throws RestoreError */
  restore(state: AgentState, record: CompactionRecord): AgentState;
  /** Validates a value and writes it into a subset. @throws StateValidationError and leaves the state as it was */
  write<Subset extends keyof AgentData & string>(
    state: AgentState,
    subset: Subset,
    value: AgentData[Subset],
    options?: CallOptions,
  ): Promise<AgentState>;
  /** The same for a subset whose type nobody declared. */
  write<Subset extends string>(
    state: AgentState,
    subset: Subset extends keyof AgentData ? never : Subset,
    value: JsonValue,
    options?: CallOptions,
  ): Promise<AgentState>;
  /** Stores a state. @returns the state with its new version @throws ConflictError when another write was faster */
  save(state: AgentState, options?: CallOptions): Promise<AgentState>;
  /** The stored state of a task, or `null`. */
  load(taskId: string, options?: CallOptions): Promise<AgentState | null>;
  /** The stored records of a task, oldest first, and what of them cannot be read. */
  records(
    taskId: string,
    options?: CallOptions,
  ): Promise<{
    readonly records: readonly CompactionRecord[];
    readonly damaged: readonly { readonly id: string; readonly reason: string }[];
  }>;
  /** The request body of a window, without a network. */
  encode(window: Window, options?: AskOptions): Promise<EncodedRequest>;
  /** Who is tapped where, in which order, and who would answer by default. */
  explain(): Explanation;
}
