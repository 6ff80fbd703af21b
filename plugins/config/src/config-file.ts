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
  readonly model?: {
    readonly provider?: "openai";
    readonly name: string;
    readonly context_window_tokens?: number;
    readonly max_output_tokens?: number;
    readonly reasoning_effort?: ReasoningEffort;
  };
  readonly store?: { readonly path?: string };
  readonly prompt?: { readonly system?: string; readonly participants?: readonly Participant[] };
  readonly agents?: Readonly<Record<string, { readonly card?: string; readonly card_url?: string }>>;
  readonly skills?: { readonly paths?: readonly string[] };
  readonly log?: { readonly level?: LogLevel; readonly path?: string };
  readonly plugins?: readonly { readonly use: string; readonly options?: Readonly<Record<string, unknown>> }[];
}

/** Somebody who takes part in the conversation. */
export interface Participant {
  readonly id: string;
  readonly name?: string;
  readonly role?: string;
  readonly description?: string;
}

export const REASONING_EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

export type ReasoningEffort = (typeof REASONING_EFFORTS)[number];

export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];
