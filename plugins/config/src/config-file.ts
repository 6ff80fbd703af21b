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

export const REASONING_EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

export type ReasoningEffort = (typeof REASONING_EFFORTS)[number];

export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];
