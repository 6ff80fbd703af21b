import { LimitsError } from "../errors.ts";
import type { CompactionLimits } from "../hooks/contexts.ts";
import type { ModelLimits } from "../usage.ts";

/** `[context]` of a configuration. */
export interface ContextOptions {
  /** The most tokens that a call may have as input. */
  readonly turnBudgetTokens: number;
  /** The share of the budget above which the default trigger compacts. */
  readonly compactionFraction: number;
  /** The share of the budget that a compaction aims for. Absent: half of {@link compactionFraction}. */
  readonly compactionTarget?: number;
}

export const DEFAULT_CONTEXT: ContextOptions = { turnBudgetTokens: 100_000, compactionFraction: 0.75 };

/** @throws LimitsError for what is out of range */
export function checkContext({ turnBudgetTokens, compactionFraction, compactionTarget }: ContextOptions): void {
  if (!Number.isSafeInteger(turnBudgetTokens) || turnBudgetTokens <= 0) {
    throw new LimitsError(`turn_budget_tokens is ${turnBudgetTokens}; it must be a whole number of tokens above 0.`);
  }
  if (!(compactionFraction > 0 && compactionFraction <= 1)) {
    throw new LimitsError(`compaction_fraction is ${compactionFraction}; it must be above 0 and at most 1.`);
  }
  if (compactionTarget !== undefined && !(compactionTarget > 0 && compactionTarget < compactionFraction)) {
    throw new LimitsError(
      `compaction_target is ${compactionTarget}; it must be above 0 and below compaction_fraction (${compactionFraction}).`,
    );
  }
}

/** @throws LimitsError for a model whose window cannot be reckoned with: a comparison with `NaN` is never true */
export function checkModel({ name, windowTokens, outputTokens }: ModelLimits): void {
  for (const [what, tokens] of Object.entries({ windowTokens, outputTokens })) {
    if (!Number.isSafeInteger(tokens) || tokens < 0) {
      throw new LimitsError(`${what} of model ${name} is ${tokens}; it must be a whole number of tokens, 0 or more.`);
    }
  }
}

/** The lines of one call: they are resolved anew each time, so that a model may be switched in mid-task. */
export function limitsFor(context: ContextOptions, model: ModelLimits | null): CompactionLimits {
  const { turnBudgetTokens, compactionFraction, compactionTarget = compactionFraction / 2 } = context;
  if (model !== null) checkModel(model);
  const windowTokens = model === null ? null : model.windowTokens - model.outputTokens;
  if (windowTokens !== null && windowTokens <= 0) {
    throw new LimitsError(
      `Model ${model?.name} leaves no room for input: its window has ${model?.windowTokens} tokens, ${model?.outputTokens} are kept for the answer.`,
    );
  }
  const budgetTokens = windowTokens === null ? turnBudgetTokens : Math.min(windowTokens, turnBudgetTokens);
  return {
    windowTokens,
    turnBudgetTokens,
    budgetTokens,
    triggerTokens: Math.floor(budgetTokens * compactionFraction),
    targetTokens: Math.floor(budgetTokens * compactionTarget),
  };
}
