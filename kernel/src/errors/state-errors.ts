import { VarveError } from "./varve-error.ts";

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
