import { resolve } from "node:path";
import { DEFAULTS } from "./config-defaults.ts";
import type { ConfigFile, LedgerPrice, LogLevel, Participant } from "./config-file.ts";
import { type ModelConfig, modelConfig, type SummariserConfig, summariserConfig } from "./model-config.ts";

/** A configuration, checked, with every default filled in and every path absolute. */
export interface VarveConfig {
  readonly context: {
    /** Tokens. */
    readonly turnBudgetTokens: number;
    readonly compactionFraction: number;
    readonly compactionTarget: number;
    /** Section ids. */
    readonly order: readonly string[];
  };
  /** `null`: no model is configured. */
  readonly model: ModelConfig | null;
  /** `null`: nothing is said of who summarises. */
  readonly summariser: SummariserConfig | null;
  /** `path` is absolute, or `:memory:`. */
  readonly store: { readonly path: string };
  /** `system` is the absolute path of a text file; `null`: the default prompt. */
  readonly prompt: { readonly system: string | null; readonly participants: readonly Participant[] };
  /** By id: the absolute path of a card, or its address. */
  readonly agents: Readonly<Record<string, AgentConfig>>;
  /** Absolute paths of folders. */
  readonly skills: { readonly paths: readonly string[] };
  /** `null`: nothing is logged. A `path` is absolute; `null`: standard error. */
  readonly log: { readonly level: LogLevel; readonly path: string | null } | null;
  /** `null`: no ledger is kept. `path` is absolute; prices stand as they are written, by model. */
  readonly ledger: { readonly path: string; readonly prices: Readonly<Record<string, LedgerPrice>> } | null;
  /** As they are written; what has been loaded is in `LoadedConfig.plugins`. */
  readonly plugins: readonly PluginConfig[];
}

export type AgentConfig = { readonly card: string } | { readonly cardUrl: string };

export interface PluginConfig {
  readonly use: string;
  readonly options?: Readonly<Record<string, unknown>>;
}

/**
 * Fills in defaults and makes paths absolute.
 * @param folder what paths are relative to
 */
export function varveConfig(file: ConfigFile, folder: string): VarveConfig {
  const compactionFraction = file.context?.compaction_fraction ?? DEFAULTS.compactionFraction;
  const from = (path: string) => resolve(folder, path);
  return {
    context: {
      turnBudgetTokens: file.context?.turn_budget_tokens ?? DEFAULTS.turnBudgetTokens,
      compactionFraction,
      compactionTarget: file.context?.compaction_target ?? compactionFraction * DEFAULTS.targetShare,
      order: file.context?.order ?? [],
    },
    model: file.model === undefined ? null : modelConfig(file.model),
    summariser: file.summariser === undefined ? null : summariserConfig(file.summariser, file.model),
    store: { path: file.store?.path === ":memory:" ? ":memory:" : from(file.store?.path ?? DEFAULTS.storePath) },
    prompt: {
      system: file.prompt?.system === undefined ? null : from(file.prompt.system),
      participants: file.prompt?.participants ?? [],
    },
    agents: Object.fromEntries(Object.entries(file.agents ?? {}).map(([id, agent]) => [id, agentConfig(agent, from)])),
    skills: { paths: (file.skills?.paths ?? []).map(from) },
    log:
      file.log === undefined
        ? null
        : {
            level: file.log.level ?? DEFAULTS.logLevel,
            path: file.log.path === undefined ? null : from(file.log.path),
          },
    ledger:
      file.ledger === undefined
        ? null
        : { path: from(file.ledger.path ?? DEFAULTS.ledgerPath), prices: file.ledger.prices ?? {} },
    plugins: file.plugins ?? [],
  };
}

/** The schema lets exactly one of the two through. */
function agentConfig(
  { card, card_url: cardUrl = "" }: { readonly card?: string; readonly card_url?: string },
  from: (path: string) => string,
): AgentConfig {
  return card === undefined ? { cardUrl } : { card: from(card) };
}
