import type { AgentState } from "../state/agent-state.ts";

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

/** What a thrown value says, whatever was thrown. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
