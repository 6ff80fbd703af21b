import type { Scratch } from "./scratch.ts";

/** A call as the scripted model writes it. */
export interface ScriptedCall {
  readonly name: string;
  /** The arguments' raw string; usually JSON, not always. */
  readonly arguments: string;
}

export interface UserStep {
  readonly kind: "user";
  readonly text: string;
  /** PNG files of the scratch folder that the user attaches. */
  readonly images: readonly string[];
}

/** One answer of the scripted model. Without calls it ends the turn. */
export interface AnswerStep {
  readonly kind: "answer";
  /** The summary of a reasoning item in front of the answer. */
  readonly thinks?: string;
  readonly says?: string;
  readonly calls?: readonly ScriptedCall[];
  /** The order in which the results come back, as indices of `calls`. Absent: as called. */
  readonly resultOrder?: readonly number[];
}

export type Step = UserStep | AnswerStep;

interface SessionBase {
  /** The recording's name, and the seed of its ids. */
  readonly name: string;
  /** The folder of `workspace/` that the agent works on, in a copy. */
  readonly workspace: string;
  /** Puts files into the scratch folder that are not committed, before the first step. */
  readonly prepare?: (scratch: Scratch) => void;
  readonly steps: readonly Step[];
}

/** Recorded as one item a line, and nothing else. */
interface LinesSession extends SessionBase {
  readonly format: "lines";
}

/** Recorded as one object with `instructions`, `tools` and `input`, as a request body has them. */
interface RequestSession extends SessionBase {
  readonly format: "request";
  readonly instructions: string;
  /** Names of the tools that the model is told of. */
  readonly tools: readonly string[];
}

export type Session = LinesSession | RequestSession;

export function user(text: string, ...images: readonly string[]): UserStep {
  return { kind: "user", text, images };
}

export function answer(step: Omit<AnswerStep, "kind">): AnswerStep {
  return { kind: "answer", ...step };
}
