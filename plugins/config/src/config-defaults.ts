/** What holds where a configuration says nothing. */
export const DEFAULTS = {
  /** Tokens. */
  turnBudgetTokens: 100_000,
  compactionFraction: 0.75,
  /** The target, as a share of the fraction. */
  targetShare: 0.5,
  provider: "openai",
  storePath: ".varve/varve.db",
  ledgerPath: ".varve/ledger.jsonl",
  logLevel: "info",
} as const;
