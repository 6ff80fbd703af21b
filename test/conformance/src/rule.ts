import type { Bench } from "./bench.ts";
import type { Claim } from "./subject.ts";

/** A rule, as it is told of. */
export interface RuleFacts {
  /** `<group>/<rule>`: `summarise/pairs`. */
  readonly id: string;
  /** The rule in one sentence. */
  readonly says: string;
  /** What mends a plugin that breaks it. */
  readonly remedy: string;
  /** Absent: it is no matter of choice. */
  readonly claim?: Claim;
}

/** What was expected, and what came instead. */
export interface Finding {
  /** The hook point or operation that it is about. */
  readonly at: string;
  readonly expected: string;
  readonly came: string;
  readonly cause?: unknown;
}

/** A finding, with the smallest input that leads to it. */
export interface Broken extends Finding {
  /** What the input is and how it was used: `conversation, said three times over, …`. */
  readonly of?: string;
  /** The input, as code. */
  readonly smallest?: string;
}

export interface Rule extends RuleFacts {
  /** `null` where the plugin keeps the rule. @throws what the kit itself fails with */
  check(bench: Bench): Promise<Broken | null>;
}

/** The rules of one hook point, or of a pair that belongs together. */
export interface RuleGroup {
  /** The first half of their ids. */
  readonly name: string;
  /** The operations that they are about; `section` stands for every `section.<id>`. */
  readonly operations: readonly string[];
  readonly rules: readonly Rule[];
}
