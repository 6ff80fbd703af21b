/**
 * What a configuration file may say, with the keys as they are written: `export default { … } satisfies ConfigFile` types a
 * configuration in code. Every key is described in {@link CONFIG_SCHEMA}, which is what files are checked against.
 */
export interface ConfigFile {
  readonly $schema?: string;
  readonly context?: {
    readonly turn_budget_tokens?: number;
    readonly compaction_fraction?: number;
    readonly compaction_target?: number;
    readonly order?: readonly string[];
  };
  readonly model?: ModelTable;
  readonly summariser?: SummariserTable;
  readonly store?: { readonly path?: string };
  readonly prompt?: { readonly system?: string; readonly participants?: readonly Participant[] };
  readonly agents?: Readonly<Record<string, { readonly card?: string; readonly card_url?: string }>>;
  readonly skills?: { readonly paths?: readonly string[] };
  readonly log?: { readonly level?: LogLevel; readonly path?: string };
  readonly ledger?: { readonly path?: string; readonly prices?: Readonly<Record<string, LedgerPrice>> };
  readonly plugins?: readonly { readonly use: string; readonly options?: Readonly<Record<string, unknown>> }[];
}

/** `[model]`. */
export interface ModelTable {
  readonly provider?: Provider;
  readonly name: string;
  readonly api?: OpenAiApi;
  readonly base_url?: string;
  readonly stream?: boolean;
  readonly timeout_ms?: number;
  readonly max_retries?: number;
  readonly context_window_tokens?: number;
  readonly max_output_tokens?: number;
  readonly parallel_tool_calls?: boolean;
  readonly reasoning_effort?: ReasoningEffort;
  readonly reasoning_summary?: ReasoningSummary;
  readonly prompt_cache?: PromptCache;
  readonly omit?: readonly string[];
  readonly cache_ttl?: CacheTtl;
  readonly thinking_budget_tokens?: number;
}

/** `[summariser]`. */
export interface SummariserTable {
  readonly provider?: Provider;
  readonly name?: string;
  readonly context_window_tokens?: number;
  readonly max_output_tokens?: number;
  readonly instruction?: string;
}

/** What tokens cost, US dollars per million. */
interface LedgerRates {
  readonly input: number;
  readonly cached_input: number;
  /** Absent: as `input`. */
  readonly cache_write?: number;
  /** Kept for the longer of the provider's lifetimes. Absent: as `cache_write`. */
  readonly long_cache_write?: number;
  readonly output: number;
}

/** `[ledger.prices."model"]`. */
export interface LedgerPrice extends LedgerRates {
  /** What requests with more input cost, all of their tokens. */
  readonly long_context?: LedgerRates & { readonly above_tokens: number };
  /** The day up to which the price is known to have held, YYYY-MM-DD. */
  readonly as_of?: string;
  readonly source?: string;
}

/** Somebody who takes part in the conversation. */
export interface Participant {
  readonly id: string;
  readonly name?: string;
  readonly role?: string;
  readonly description?: string;
}

export const PROVIDERS = ["openai", "anthropic"] as const;

export type Provider = (typeof PROVIDERS)[number];

export const OPENAI_APIS = ["responses", "chat_completions"] as const;

export type OpenAiApi = (typeof OPENAI_APIS)[number];

export const REASONING_SUMMARIES = ["auto", "concise", "detailed"] as const;

export type ReasoningSummary = (typeof REASONING_SUMMARIES)[number];

export const PROMPT_CACHES = ["implicit", "breakpoints"] as const;

export type PromptCache = (typeof PROMPT_CACHES)[number];

export const CACHE_TTLS = ["5m", "1h"] as const;

export type CacheTtl = (typeof CACHE_TTLS)[number];

/** All of them; what Anthropic's models know are the last five. */
export const REASONING_EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

export type ReasoningEffort = (typeof REASONING_EFFORTS)[number];

export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];
