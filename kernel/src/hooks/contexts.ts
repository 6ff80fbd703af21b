import type { Window } from "../assembly/window.ts";
import type { CompactionProposal } from "../compaction/proposal.ts";
import type { InputItem } from "../items.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import type { AgentState, EntryId, HistoryEntry, UsageAnchor } from "../state/agent-state.ts";
import type { CompactionReason, CompactionRecord } from "../state/record.ts";
import type { Estimate } from "../tokens/estimate.ts";
import type { ModelLimits, Usage } from "../usage.ts";

/** What every executor is told, whatever the operation. */
export interface CallContext {
  readonly taskId: string;
  readonly turn: number;
  /** 1 for the first try of an operation in a turn. */
  readonly attempt: number;
  /** The same for everything that belongs to one call of a kernel method. */
  readonly correlationId: string;
  /** Aborts when the caller gives up; long work listens to it. */
  readonly signal: AbortSignal;
}

/** `section.<id>`: renders a section, or one history entry of it. */
export interface SectionContext extends CallContext {
  /** The declared id. */
  readonly section: string;
  /** The instance of a section that has several, or `null`. */
  readonly instance: string | null;
  /** The entry to render, for a section that renders entries; else `null`. */
  readonly entry: HistoryEntry | null;
  /** The name of the tool that a `tool_result` entry answers; `null` for other entries, or where its call is unknown. */
  readonly toolName: string | null;
  readonly state: AgentState;
}

/**
 * Text, or input items. `""` and `[]` are results: the section is empty.
 * For an entry, the items must hold its call or its result under the same call id.
 */
export type SectionResult = string | readonly InputItem[];

/** `tokens.count`: counts one text, or one item as the provider would. */
export interface TokensContext extends CallContext {
  readonly content: string | InputItem;
  /** The model whose tokens are meant, or `null` where none is declared. */
  readonly model: string | null;
}

/** The lines a compaction goes by, all in tokens. */
export interface CompactionLimits {
  /** What the room kept for the answer leaves of the model's window; `null` where no model is declared. */
  readonly windowTokens: number | null;
  /** `[context] turn_budget_tokens`. */
  readonly turnBudgetTokens: number;
  /** The smaller of the two above. */
  readonly budgetTokens: number;
  /** `compaction_fraction` of the budget: above it, the default trigger says yes. */
  readonly triggerTokens: number;
  /** What a compaction should aim for, below the trigger, so that the next turn does not compact again. */
  readonly targetTokens: number;
}

/** `compaction.trigger`: is the window over budget. */
export interface TriggerContext extends CallContext {
  readonly estimate: Estimate;
  readonly limits: CompactionLimits;
  /** Tokens that no compaction can remove. */
  readonly floorTokens: number;
  /** The last measured call with its cached share, or `null`. */
  readonly lastUsage: UsageAnchor | null;
  /** Milliseconds since the last measured call; `null` without a clock or a call. */
  readonly lastUsageAgeMs: number | null;
  /** Mean tokens that the last turns added, over at most eight. */
  readonly growthTokensPerTurn: number;
  /** Compactions already made for this window. */
  readonly compactionsThisTurn: number;
  /**
   * `asked` for the window as it is; `floor` when the kernel asks what the answer would be if only the floor were left,
   * before it spends a summary on a window that no compaction can bring below the line.
   */
  readonly about: "window" | "floor";
}

export type TriggerResult = boolean | { readonly compact: boolean; readonly reason?: string };

/** `compaction.keep`: the sections and the history entries that survive. */
export interface KeepContext extends CallContext {
  readonly state: AgentState;
  readonly window: Window;
  readonly limits: CompactionLimits;
  readonly reason: CompactionReason;
  /** The sections of the window that a compaction could leave out or keep, with what was declared of them. */
  readonly sections: readonly KeepSection[];
}

export interface KeepSection {
  readonly id: string;
  readonly survives: "essential" | "kept" | "folded";
  readonly tokens: number;
}

export interface KeepResult {
  /** Ids of the sections that survive; what is not named is left out and folded into what is summarised. */
  readonly sections: readonly string[];
  /** History entries that survive verbatim. A pinned call or result keeps its whole exchange. */
  readonly pins?: readonly EntryId[];
  /** Says that leaving out an essential section is meant. */
  readonly allowEssential?: true;
  readonly reason?: string;
}

/** `compaction.summarise`: what replaces the oldest half of the history. */
export interface SummariseContext extends CallContext {
  readonly state: AgentState;
  /** The window that is too large: what the model last saw, and the warm prefix. */
  readonly window: Window;
  /** What will be removed, in order, and nothing that stays. */
  readonly removed: readonly HistoryEntry[];
  /** What keep pinned, with its whole exchanges: a result that removes or replaces any of it is refused. */
  readonly pinned: readonly EntryId[];
  /** Sections that will be left out; what matters in them belongs into the summary. */
  readonly folded: readonly { readonly section: string; readonly text: string }[];
  /** The running summary, which the new one replaces and must carry forward. */
  readonly previousSummary: string | null;
  readonly limits: CompactionLimits;
  readonly reason: CompactionReason;
}

/** An item that a compaction puts where removed entries stood. */
export interface Replacement {
  readonly item: InputItem;
  /** The removed entry in whose place it stands. Absent: at the place of the first removed entry. */
  readonly replaces?: EntryId;
}

/** A summary, or replacement entries, or both. */
export interface SummariseResult {
  /** The new running summary. */
  readonly summary?: string;
  readonly replacement?: readonly Replacement[];
  /** Another range than the proposed one: the entries to remove. */
  readonly removes?: readonly EntryId[];
  /** What the summariser's own model calls used, summed. */
  readonly usage?: Usage;
  readonly reason?: string;
}

/** `compaction.approve`: sees a whole proposal before anything is written. */
export interface ApproveContext extends CallContext {
  readonly state: AgentState;
  readonly window: Window;
  readonly proposal: CompactionProposal;
}

/** Yes, no, or an edited proposal, which is validated like any other. */
export type ApproveResult =
  | boolean
  | { readonly approve: boolean; readonly reason?: string }
  | { readonly edit: SummariseResult; readonly reason?: string };

/** `model.encode`: the request body as it would go on the wire, without a network. */
export interface EncodeContext extends CallContext {
  readonly window: Window;
  readonly model: ModelLimits | null;
  readonly purpose: "turn" | "summary";
  /** `none` forbids tool calls in a way that leaves the prefix cached. */
  readonly toolChoice: "auto" | "none";
  /** The most that the answer may have, tokens; `null` for the provider's own limit. */
  readonly maxOutputTokens: number | null;
  /** The form that the answer's text must have, or `null` for text as the model likes it. */
  readonly output: OutputFormat | null;
}

/** Structured output: the answer's text is JSON that fits a schema. */
export interface OutputFormat {
  /** Letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  /** JSON schema of the answer. */
  readonly schema: JsonObject;
}

export interface EncodedRequest {
  /** Who can send it: `openai`, … */
  readonly provider: string;
  /** Which of the provider's APIs the body is for, where it has several: `responses`, … */
  readonly api?: string;
  readonly body: JsonObject;
  /** Where a name had to be changed for the provider: the name on the wire and the tool's own. */
  readonly toolNames?: Readonly<Record<string, string>>;
  /**
   * Where the request asks that a prefix be kept in the provider's cache. Each is the number of the window's input items that
   * stand before it: 0 is behind the instructions and the tool list. Absent: the provider decides alone.
   */
  readonly cacheBreakpoints?: readonly number[];
}

/** `model.invoke`: the model's response to an encoded request. */
export interface InvokeContext extends CallContext {
  readonly request: EncodedRequest;
  readonly purpose: "turn" | "summary";
  /** Tells observers what has arrived of an answer that is still being written. */
  readonly onDelta: (delta: ModelDelta) => void;
}

/** A piece of an answer, as it arrives. The answer itself is the {@link ModelResponse}. */
export type ModelDelta =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "reasoning"; readonly text: string }
  /** More of a call's arguments, under the tool's own name. */
  | { readonly kind: "tool_call"; readonly callId: string; readonly name: string; readonly arguments: string }
  /** The answer broke off and is asked for again: what was told of it so far is void. */
  | { readonly kind: "restart" };

/** A request that failed and was sent again. */
export interface FailedTry {
  /** What went wrong. */
  readonly reason: string;
  /** The HTTP status, or `null` where no answer came. */
  readonly status: number | null;
  readonly requestId: string | null;
  /** How long was waited before the next try, milliseconds. */
  readonly waitedMs: number;
  /** Whether the provider may have charged for it: it had taken the request, and its answer was lost. */
  readonly mayBePaid: boolean;
}

export interface ModelResponse {
  readonly items: readonly InputItem[];
  /** `null` where the provider reported none. */
  readonly usage: Usage | null;
  /** The model as it was asked for, which the next estimate compares with; a dated snapshot that answered is that model. */
  readonly model: string | null;
  readonly finish: "stop" | "tool_calls" | "length" | "refused" | "other";
  readonly requestId: string | null;
  /** The tries before the one that was answered, in order. {@link usage} holds nothing of them. Absent: none. */
  readonly retries?: readonly FailedTry[];
}

/** `state.write`: accepts a value for a named subset of the state's data. */
export interface StateWriteContext extends CallContext {
  readonly subset: string;
  /** The schema that was described for the subset, or `null`. */
  readonly schema: JsonObject | null;
  readonly value: JsonValue;
}

/** The accepted value, which may differ (defaults filled in), or what is wrong with it. */
export type StateWriteResult =
  | { readonly accepted: JsonValue }
  | { readonly refused: { readonly pointer: string; readonly reason: string } };

/**
 * `persistence.write`: makes something durable before it answers. A write that is not based on the latest stored
 * version of the task must be refused with a `ConflictError` and change nothing.
 */
export interface PersistenceWriteContext extends CallContext {
  readonly write:
    | { readonly kind: "state"; readonly state: AgentState }
    /** A record and the state that it leads to, both or neither. */
    | { readonly kind: "compaction"; readonly record: CompactionRecord; readonly state: AgentState };
  /** The stored version that the write is based on; the state to store carries this plus one. */
  readonly baseVersion: number;
}

export interface Stored {
  readonly version: number;
}

/** `persistence.read`: what was stored, or `null` where there is nothing. */
export interface PersistenceReadContext extends CallContext {
  readonly read:
    | { readonly kind: "state" }
    | { readonly kind: "record"; readonly id: string }
    /** All records of the task, oldest first. */
    | { readonly kind: "records" };
}

export type PersistenceReadResult =
  | { readonly kind: "state"; readonly state: AgentState | null }
  | { readonly kind: "record"; readonly record: CompactionRecord | null }
  | {
      readonly kind: "records";
      readonly records: readonly CompactionRecord[];
      /** Records that are there but cannot be read, each with what is wrong. */
      readonly damaged: readonly { readonly id: string; readonly reason: string }[];
    };
