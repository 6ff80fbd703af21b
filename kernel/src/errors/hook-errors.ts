import { reasonOf, VarveError } from "./varve-error.ts";

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
