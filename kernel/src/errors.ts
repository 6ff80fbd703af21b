import type { AgentState } from "./state/agent-state.ts";

/** Every code of the error family, with what it means. Codes are stable; messages are for people. */
export const ERROR_CODES = {
  MISSING_EXECUTOR: "nobody answered an operation that needs an answer",
  EXECUTOR_FAILED: "an executor threw or rejected",
  INVALID_RESULT: "an executor answered with something that is no result of its hook point",
  DUPLICATE_TAP: "a name taps the same hook point twice",
  INVALID_STAGE: "a stage is no finite number",
  DUPLICATE_DEFAULT: "a second executor at the default stage of one hook point",
  FROZEN: "a kernel was changed after it had been created",
  SECTION: "a section is declared or ordered in a way that cannot be",
  PLUGIN: "a plugin is malformed, or failed while it was applied",
  PLUGIN_OPTIONS: "a plugin's options break its schema",
  LIMITS: "a budget, fraction or target is out of range",
  ITEM: "an input item is malformed",
  STATE_FORMAT: "a stored state is damaged, or newer than this version reads",
  STATE_VALIDATION: "a value does not fit the schema of its subset",
  CONTEXT_OVERFLOW: "what no compaction can remove is over budget",
  NO_PROGRESS: "a compaction would not shrink the window",
  INVALID_COMPACTION: "a proposed compaction would leave an invalid history",
  RESTORE: "a record cannot be restored into this state",
  CONFLICT: "a write is not based on the latest stored version",
  PERSISTENCE: "a store failed to write or to read",
  ABORTED: "the caller gave up",
  OBSERVER_FAILED: "an observer threw; the turn went on",
  SUMMARY: "a summariser's model gave no usable summary",
  MODEL: "a model call failed",
  ENCODE: "a window cannot be written for this provider",
  CONFIG: "a configuration is missing, malformed or wrong",
  TRANSCRIPT: "a recording cannot be read",
  SKILL: "a skill is missing or malformed",
  AGENT_CARD: "an agent card is missing or malformed",
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** The root of the family: `code` for programs, `message` for people, `cause` for what lay beneath. */
export class VarveError extends Error {
  readonly code: ErrorCode;
  /**
   * The state to go on with, where a compaction had been committed before this error: it is stored, so the state that was
   * handed in is no longer the latest one.
   */
  declare committed?: AgentState;

  constructor(code: ErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
    this.name = new.target.name;
  }
}

/** Nobody answered an operation. */
export class MissingExecutorError extends VarveError {
  readonly hookPoint: string;

  constructor(hookPoint: string) {
    super(
      "MISSING_EXECUTOR",
      `No executor answered ${hookPoint}. Install a plugin that taps it, or check that the one installed does not pass on (return undefined).`,
    );
    this.hookPoint = hookPoint;
  }
}

/** An executor threw: where, who, and the cause. */
export class ExecutorError extends VarveError {
  readonly hookPoint: string;
  readonly plugin: string;

  constructor(hookPoint: string, plugin: string, cause: unknown) {
    super("EXECUTOR_FAILED", `${plugin} failed at ${hookPoint}: ${reasonOf(cause)}`, { cause });
    this.hookPoint = hookPoint;
    this.plugin = plugin;
  }
}

/** An executor answered with something that its hook point does not take. */
export class InvalidResultError extends VarveError {
  readonly hookPoint: string;
  readonly plugin: string;

  constructor(hookPoint: string, plugin: string, expected: string) {
    super("INVALID_RESULT", `${plugin} gave no valid result at ${hookPoint}: ${expected}`);
    this.hookPoint = hookPoint;
    this.plugin = plugin;
  }
}

export class DuplicateTapError extends VarveError {
  constructor(hookPoint: string, name: string) {
    super("DUPLICATE_TAP", `${name} already taps ${hookPoint}. Give the second executor a name of its own.`);
  }
}

export class InvalidStageError extends VarveError {
  constructor(hookPoint: string, name: string, stage: unknown) {
    super(
      "INVALID_STAGE",
      `${name} taps ${hookPoint} at stage ${String(stage)}; a stage is a finite number (see STAGES).`,
    );
  }
}

export class DuplicateDefaultError extends VarveError {
  constructor(hookPoint: string, name: string, present: string) {
    super(
      "DUPLICATE_DEFAULT",
      `${name} taps ${hookPoint} at the default stage, where ${present} already stands. Install one of them, or tap at STAGES.thirdParty.`,
    );
  }
}

export class FrozenError extends VarveError {
  constructor(what: string) {
    super("FROZEN", `${what} after the kernel was created. Do it in a plugin's apply, before createKernel returns.`);
  }
}

export class SectionError extends VarveError {
  readonly section: string;

  constructor(section: string, reason: string) {
    super("SECTION", `Section ${section}: ${reason}`);
    this.section = section;
  }
}

export class PluginError extends VarveError {
  readonly plugin: string;

  constructor(plugin: string, reason: string, cause?: unknown) {
    super("PLUGIN", `Plugin ${plugin}: ${reason}`, { cause });
    this.plugin = plugin;
  }
}

/** One thing that is wrong with a value: where (a JSON pointer) and what. */
export interface SchemaProblem {
  readonly pointer: string;
  readonly reason: string;
}

export class PluginOptionsError extends VarveError {
  readonly plugin: string;
  readonly problems: readonly SchemaProblem[];

  constructor(plugin: string, problems: readonly SchemaProblem[]) {
    const list = problems.map((problem) => `${problem.pointer || "/"} ${problem.reason}`).join("; ");
    super("PLUGIN_OPTIONS", `Options of plugin ${plugin} break its schema: ${list}`);
    this.plugin = plugin;
    this.problems = problems;
  }
}

export class LimitsError extends VarveError {
  constructor(reason: string) {
    super("LIMITS", reason);
  }
}

export class ItemError extends VarveError {
  constructor(reason: string) {
    super("ITEM", reason);
  }
}

export class StateFormatError extends VarveError {
  readonly pointer: string;

  constructor(pointer: string, reason: string) {
    super("STATE_FORMAT", `State at ${pointer || "/"}: ${reason}`);
    this.pointer = pointer;
  }
}

export class StateValidationError extends VarveError {
  readonly subset: string;
  readonly pointer: string;
  readonly reason: string;

  constructor(subset: string, pointer: string, reason: string) {
    super("STATE_VALIDATION", `The value for data.${subset} is refused at ${pointer || "/"}: ${reason}`);
    this.subset = subset;
    this.pointer = pointer;
    this.reason = reason;
  }
}

/** A section that takes part in an overflow. */
export interface Blame {
  readonly section: string;
  readonly tokens: number;
  readonly plugins: readonly string[];
}

/** The surviving sections alone are over the line. Nothing was lost. */
export class ContextOverflowError extends VarveError {
  /** What survives, largest first. */
  readonly sections: readonly Blame[];
  readonly floorTokens: number;
  readonly triggerTokens: number;
  readonly budgetTokens: number;

  constructor(facts: {
    readonly sections: readonly Blame[];
    readonly floorTokens: number;
    readonly triggerTokens: number;
    readonly budgetTokens: number;
  }) {
    const list = facts.sections
      .map(({ section, tokens, plugins }) => `${section} ${tokens} (${plugins.join(", ")})`)
      .join(", ");
    super(
      "CONTEXT_OVERFLOW",
      `No compaction can bring the window under ${facts.triggerTokens} tokens (the trigger's line in a budget of ${facts.budgetTokens}): ` +
        `${facts.floorTokens} tokens cannot be removed. Largest first: ${list}. Raise [context] turn_budget_tokens, or shorten these.`,
    );
    this.sections = facts.sections;
    this.floorTokens = facts.floorTokens;
    this.triggerTokens = facts.triggerTokens;
    this.budgetTokens = facts.budgetTokens;
  }
}

/** The compaction that was proposed would not make the window smaller. The state is as it was. */
export class NoProgressError extends VarveError {
  readonly plugin: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;

  constructor(plugin: string, tokensBefore: number, tokensAfter: number) {
    super(
      "NO_PROGRESS",
      `The compaction by ${plugin} would not shrink the window: ${tokensBefore} tokens before, ${tokensAfter} after. Nothing was changed; return a shorter summary or replacement, or pass on.`,
    );
    this.plugin = plugin;
    this.tokensBefore = tokensBefore;
    this.tokensAfter = tokensAfter;
  }
}

/** A proposal that would part a pair, drop an open call, or name what is not there. The state is as it was. */
export class InvalidCompactionError extends VarveError {
  readonly plugin: string;
  readonly hookPoint: string;

  constructor(hookPoint: string, plugin: string, reason: string) {
    super("INVALID_COMPACTION", `${plugin} at ${hookPoint}: ${reason}. Nothing was changed.`);
    this.hookPoint = hookPoint;
    this.plugin = plugin;
  }
}

export class RestoreError extends VarveError {
  constructor(reason: string) {
    super("RESTORE", reason);
  }
}

/** A write was not based on the latest stored version. Read the task again and repeat the step on what is there. */
export class ConflictError extends VarveError {
  readonly taskId: string;
  readonly baseVersion: number;
  readonly storedVersion: number;

  constructor(taskId: string, baseVersion: number, storedVersion: number) {
    super(
      "CONFLICT",
      `Task ${taskId} is stored at version ${storedVersion}, the write is based on ${baseVersion}. Another worker was faster: load the task and repeat the step.`,
    );
    this.taskId = taskId;
    this.baseVersion = baseVersion;
    this.storedVersion = storedVersion;
  }
}

export class PersistenceError extends VarveError {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super("PERSISTENCE", message, options);
  }
}

/** The caller's signal aborted. The state is the one before, or the one after; nothing in between. */
export class AbortedError extends VarveError {
  constructor(what: string, cause: unknown) {
    super("ABORTED", `${what} was aborted: ${reasonOf(cause)}`, { cause });
  }
}

export class ObserverError extends VarveError {
  readonly event: string;
  readonly observer: string;

  constructor(event: string, observer: string, cause: unknown) {
    super("OBSERVER_FAILED", `Observer ${observer} of ${event} failed: ${reasonOf(cause)}`, { cause });
    this.event = event;
    this.observer = observer;
  }
}

/** What a thrown value says, whatever was thrown. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
