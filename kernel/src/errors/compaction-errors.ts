import { VarveError } from "./varve-error.ts";

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
