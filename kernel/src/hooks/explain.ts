import type { Stability, Survival } from "../assembly/section.ts";

export interface ExplainedTap {
  readonly name: string;
  readonly stage: number;
}

/** One hook point, with its executors in the order in which they are asked. */
export interface ExplainedHookPoint {
  readonly name: string;
  readonly taps: readonly ExplainedTap[];
}

export interface ExplainedOperation {
  readonly name: string;
  readonly pre: ExplainedHookPoint;
  readonly in: ExplainedHookPoint;
  readonly post: ExplainedHookPoint;
  /** Who is asked first, or `null` where nobody taps it. */
  readonly first: string | null;
  /** Who stands at the default stage, or `null`. */
  readonly default: string | null;
}

export interface ExplainedSection {
  readonly id: string;
  readonly stability: Stability;
  readonly survives: Survival;
  readonly place: "instructions" | "input";
}

/** Who answers what: plain data, made to be printed. */
export interface Explanation {
  readonly plugins: readonly { readonly name: string; readonly from: string | null }[];
  readonly operations: readonly ExplainedOperation[];
  /** In window order. */
  readonly sections: readonly ExplainedSection[];
  readonly observers: readonly { readonly event: string; readonly names: readonly string[] }[];
  /** What was noticed while the kernel was put together: a plugin named twice, … */
  readonly notices: readonly string[];
}
