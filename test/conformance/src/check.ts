import { Bench } from "./bench.ts";
import { ConformanceError } from "./conformance-error.ts";
import type { Rule, RuleFacts, RuleGroup } from "./rule.ts";
import { GROUPS, OPERATIONS } from "./rules/groups.ts";
import type { ConformanceOptions } from "./settings.ts";
import type { MakeSubject } from "./subject.ts";

/** What became of one rule. */
export interface CheckedRule {
  readonly rule: RuleFacts;
  /** `not_claimed`: the plugin does not promise it. */
  readonly outcome: "kept" | "broken" | "not_claimed";
  /** What is wrong, where it is broken. */
  readonly error?: ConformanceError;
}

export interface Report {
  readonly plugin: string;
  /** The operations that the plugin taps. */
  readonly answered: readonly string[];
  /** Those that it does not tap: nothing of them was checked. */
  readonly notAnswered: readonly string[];
  readonly rules: readonly CheckedRule[];
}

/**
 * Checks a plugin without a test runner.
 * @throws what making or applying the plugin throws
 */
export async function check<Options>(make: MakeSubject<Options>, options: ConformanceOptions = {}): Promise<Report> {
  const bench = await Bench.of(make, options);
  const rules: CheckedRule[] = [];
  for (const { rule } of rulesFor(bench)) {
    if (!isClaimed(rule, bench)) {
      rules.push({ rule, outcome: "not_claimed" });
      continue;
    }
    const error = await errorOf(rule, bench);
    rules.push(error === null ? { rule, outcome: "kept" } : { rule, outcome: "broken", error });
  }
  return { plugin: bench.plugin, answered: [...bench.operations], notAnswered: notAnswered(bench), rules };
}

/** The rules of what the plugin answers, each with its group. */
export function rulesFor(bench: Bench): readonly { readonly group: RuleGroup; readonly rule: Rule }[] {
  return GROUPS.filter(({ operations }) => operations.length === 0 || bench.answers(operations)).flatMap((group) =>
    group.rules.map((rule) => ({ group, rule })),
  );
}

export function notAnswered(bench: Bench): readonly string[] {
  return OPERATIONS.filter((operation) => !bench.answers([operation]));
}

/** Whether the rule is no matter of choice, or the plugin has promised it. */
export function isClaimed({ claim }: RuleFacts, { settings }: Bench): boolean {
  return claim === undefined || settings.claims.includes(claim);
}

/** How the plugin breaks the rule, or `null`. */
export async function errorOf(rule: Rule, bench: Bench): Promise<ConformanceError | null> {
  const broken = await rule.check(bench);
  return broken === null ? null : new ConformanceError(bench.plugin, rule, broken);
}
