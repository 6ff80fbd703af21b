// index.ts
export { ConfigError, type ConfigProblem } from "./config-error.ts";
export { type CacheTtl, type ConfigFile, type LedgerPrice, LOG_LEVELS, type LogLevel, type OpenAiApi, type Participant, type PromptCache, type Provider, type ReasoningEffort, type ReasoningSummary, } from "./config-file.ts";
export { importPlugin } from "./import-plugin.ts";
export { type ConfiguredKernelOptions, kernelOptions } from "./kernel-options.ts";
export { type LoadedConfig, type LoadOptions, loadConfig } from "./load-config.ts";
export type { AnthropicModelConfig, ModelConfig, OpenAiModelConfig, SummariserConfig } from "./model-config.ts";
export type { CodePolicy, OnNotice } from "./notices.ts";
export { type ConfigOverrides, OVERRIDES } from "./overrides.ts";
export { SEARCH_PLACES } from "./places.ts";
export { CONFIG_SCHEMA } from "./schema.ts";
export type { AgentConfig, PluginConfig, VarveConfig } from "./varve-config.ts";

// config-error.ts
import { VarveError } from "@varve/kernel";
export interface ConfigProblem {
    readonly file: string | null;
    readonly flag?: string;
    readonly key?: string;
    readonly line?: number;
    readonly column?: number;
    readonly reason: string;
    readonly remedy: string;
}
export declare class ConfigError extends VarveError {
    readonly problems: readonly ConfigProblem[];
    readonly file: string | null;
    readonly key: string | undefined;
    readonly line: number | undefined;
    readonly column: number | undefined;
    readonly remedy: string;
    constructor(problems: readonly [ConfigProblem, ...ConfigProblem[]], cause?: unknown);
}

// config-file.ts
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
    readonly store?: {
        readonly path?: string;
    };
    readonly prompt?: {
        readonly system?: string;
        readonly participants?: readonly Participant[];
    };
    readonly agents?: Readonly<Record<string, {
        readonly card?: string;
        readonly card_url?: string;
    }>>;
    readonly skills?: {
        readonly paths?: readonly string[];
    };
    readonly log?: {
        readonly level?: LogLevel;
        readonly path?: string;
    };
    readonly ledger?: {
        readonly path?: string;
        readonly prices?: Readonly<Record<string, LedgerPrice>>;
    };
    readonly plugins?: readonly {
        readonly use: string;
        readonly options?: Readonly<Record<string, unknown>>;
    }[];
}
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
export interface SummariserTable {
    readonly provider?: Provider;
    readonly name?: string;
    readonly context_window_tokens?: number;
    readonly max_output_tokens?: number;
    readonly instruction?: string;
}
interface LedgerRates {
    readonly input: number;
    readonly cached_input: number;
    readonly cache_write?: number;
    readonly long_cache_write?: number;
    readonly output: number;
}
export interface LedgerPrice extends LedgerRates {
    readonly long_context?: LedgerRates & {
        readonly above_tokens: number;
    };
    readonly as_of?: string;
    readonly source?: string;
}
export interface Participant {
    readonly id: string;
    readonly name?: string;
    readonly role?: string;
    readonly description?: string;
}
export declare const PROVIDERS: readonly ["openai", "anthropic"];
export type Provider = (typeof PROVIDERS)[number];
export declare const OPENAI_APIS: readonly ["responses", "chat_completions"];
export type OpenAiApi = (typeof OPENAI_APIS)[number];
export declare const REASONING_SUMMARIES: readonly ["auto", "concise", "detailed"];
export type ReasoningSummary = (typeof REASONING_SUMMARIES)[number];
export declare const PROMPT_CACHES: readonly ["implicit", "breakpoints"];
export type PromptCache = (typeof PROMPT_CACHES)[number];
export declare const CACHE_TTLS: readonly ["5m", "1h"];
export type CacheTtl = (typeof CACHE_TTLS)[number];
export declare const REASONING_EFFORTS: readonly ["none", "minimal", "low", "medium", "high", "xhigh", "max"];
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number];
export declare const LOG_LEVELS: readonly ["trace", "debug", "info", "warn", "error", "fatal", "silent"];
export type LogLevel = (typeof LOG_LEVELS)[number];
export {};

// import-plugin.ts
import type { Installation } from "@varve/kernel";
import { type CodePolicy, type OnNotice } from "./notices.ts";
export declare function importPlugin(plugin: {
    readonly use: string;
    readonly options?: Readonly<Record<string, unknown>>;
}, { folder, code, onNotice, }: {
    readonly folder: string;
    readonly code?: CodePolicy;
    readonly onNotice?: OnNotice;
}): Promise<Installation>;

// kernel-options.ts
import type { VarveConfig } from "./varve-config.ts";
export interface ConfiguredKernelOptions {
    readonly context: Pick<VarveConfig["context"], "turnBudgetTokens" | "compactionFraction" | "compactionTarget">;
    readonly order?: readonly string[];
}
export declare function kernelOptions({ config }: {
    readonly config: VarveConfig;
}): ConfiguredKernelOptions;

// key-path.ts
export type KeyPath = readonly (string | number)[];
export declare function keyName(path: KeyPath): string;
export declare function pathOfPointer(pointer: string, value: unknown): KeyPath;
export declare function valueAt(value: unknown, path: KeyPath): unknown;

// load-config.ts
import type { Installation } from "@varve/kernel";
import { type CodePolicy, type OnNotice } from "./notices.ts";
import { type ConfigOverrides } from "./overrides.ts";
import { type VarveConfig } from "./varve-config.ts";
export interface LoadOptions {
    readonly cwd?: string;
    readonly file?: string;
    readonly code?: CodePolicy;
    readonly onNotice?: OnNotice;
    readonly overrides?: ConfigOverrides;
}
export interface LoadedConfig {
    readonly file: string | null;
    readonly folder: string;
    readonly config: VarveConfig;
    readonly plugins: readonly Installation[];
    readonly notices: readonly string[];
}
export declare function loadConfig(options?: LoadOptions): Promise<LoadedConfig>;

// model-config.ts
import type { CacheTtl, ModelTable, OpenAiApi, PromptCache, Provider, ReasoningEffort, ReasoningSummary, SummariserTable } from "./config-file.ts";
export type ModelConfig = OpenAiModelConfig | AnthropicModelConfig;
interface CommonModelConfig {
    readonly name: string;
    readonly baseUrl?: string;
    readonly stream?: boolean;
    readonly timeoutMs?: number;
    readonly maxRetries?: number;
    readonly contextWindowTokens?: number;
    readonly maxOutputTokens?: number;
    readonly parallelToolCalls?: boolean;
}
export interface OpenAiModelConfig extends CommonModelConfig {
    readonly provider: "openai";
    readonly api?: OpenAiApi;
    readonly reasoningEffort?: ReasoningEffort;
    readonly reasoningSummary?: ReasoningSummary;
    readonly promptCache?: PromptCache;
    readonly omit?: readonly string[];
}
export interface AnthropicModelConfig extends CommonModelConfig {
    readonly provider: "anthropic";
    readonly reasoningEffort?: Exclude<ReasoningEffort, "none" | "minimal">;
    readonly cacheTtl?: CacheTtl;
    readonly thinkingBudgetTokens?: number;
}
export interface SummariserConfig {
    readonly model?: {
        readonly provider: Provider;
        readonly name: string;
        readonly contextWindowTokens?: number;
    };
    readonly maxOutputTokens?: number;
    readonly instruction?: string;
}
export declare function modelConfig(table: ModelTable): ModelConfig;
export declare function summariserConfig(table: SummariserTable, model: ModelTable | undefined): SummariserConfig;
export {};

// notices.ts
export type CodePolicy = "allow" | "refuse";
export type OnNotice = (notice: string, file: string) => void | Promise<void>;
export declare class Notices {
    #private;
    readonly list: string[];
    constructor(onNotice: OnNotice | undefined);
    add(notice: string, file: string): Promise<void>;
}

// overrides.ts
import type { KeyPath } from "./key-path.ts";
export interface ConfigOverrides {
    readonly turnBudgetTokens?: number | undefined;
    readonly compactionFraction?: number | undefined;
    readonly compactionTarget?: number | undefined;
    readonly model?: string | undefined;
    readonly store?: string | undefined;
}
export declare const OVERRIDES: readonly [{
    readonly option: "turnBudgetTokens";
    readonly flag: "--budget";
    readonly key: readonly ["context", "turn_budget_tokens"];
}, {
    readonly option: "compactionFraction";
    readonly flag: "--fraction";
    readonly key: readonly ["context", "compaction_fraction"];
}, {
    readonly option: "compactionTarget";
    readonly flag: "--target";
    readonly key: readonly ["context", "compaction_target"];
}, {
    readonly option: "model";
    readonly flag: "--model";
    readonly key: readonly ["model", "name"];
}, {
    readonly option: "store";
    readonly flag: "--store";
    readonly key: readonly ["store", "path"];
}];
export declare function overridden(content: unknown, overrides: ConfigOverrides, cwd: string): unknown;
export declare function flagAt(path: KeyPath, overrides: ConfigOverrides): string | undefined;

// places.ts
export declare const SEARCH_PLACES: readonly ["varve.toml", ".varverc", ".varverc.toml", ".varverc.json", ".varverc.yaml", ".varverc.yml", "varve.config.ts", "varve.config.js", "varve.config.mjs", "package.json"];
export declare const PACKAGE_KEY = "varve";
export type Format = "toml" | "json" | "yaml" | "code" | "package";
export declare const EXTENSIONS: readonly string[];
export declare function formatOf(file: string): Format | null;

// schema.ts
export declare const CONFIG_SCHEMA: {
    readonly $schema: "http://json-schema.org/draft-07/schema#";
    readonly title: "Varve configuration";
    readonly type: "object";
    readonly additionalProperties: false;
    readonly properties: {
        readonly $schema: {
            readonly type: "string";
            readonly description: "Where an editor finds this schema. Varve does not read it.";
        };
        readonly context: {
            readonly description: "How large a model's context may grow, and when it is compacted.";
            readonly type: "object";
            readonly additionalProperties: false;
            readonly properties: {
                readonly turn_budget_tokens: {
                    readonly type: "integer";
                    readonly exclusiveMinimum: 0;
                    readonly default: 100000;
                    readonly description: "The most input tokens that one model call may have. The model's own window bounds it too.";
                };
                readonly compaction_fraction: {
                    readonly type: "number";
                    readonly exclusiveMinimum: 0;
                    readonly maximum: 1;
                    readonly default: 0.75;
                    readonly description: "The share of the budget above which the context is compacted before the call.";
                };
                readonly compaction_target: {
                    readonly type: "number";
                    readonly exclusiveMinimum: 0;
                    readonly exclusiveMaximum: 1;
                    readonly description: "The share of the budget that a compaction aims for. It must be below compaction_fraction; left out, it is half of that.";
                };
                readonly order: {
                    readonly type: "array";
                    readonly items: {
                        readonly type: "string";
                        readonly pattern: "\\S";
                    };
                    readonly uniqueItems: true;
                    readonly description: "Section ids: each is moved directly behind the one named before it. A less stable section cannot stand before a more stable one.";
                };
            };
        };
        readonly model: {
            readonly description: "The model whose context this is. Left out: nothing is asked of a model, and summaries are extracted.";
            readonly type: "object";
            readonly additionalProperties: false;
            readonly required: readonly ["name"];
            readonly properties: {
                readonly provider: {
                    readonly type: "string";
                    readonly enum: readonly ["openai", "anthropic"];
                    readonly default: "openai";
                    readonly description: "Who serves the model. A plugin that answers model.encode and model.invoke serves others.";
                };
                readonly name: {
                    readonly type: "string";
                    readonly pattern: "\\S";
                    readonly description: "The model's name, as its provider spells it.";
                };
                readonly api: {
                    readonly type: "string";
                    readonly enum: readonly ["responses", "chat_completions"];
                    readonly default: "responses";
                    readonly description: "Which API is asked, with openai: chat_completions for compatible servers.";
                };
                readonly base_url: {
                    readonly type: "string";
                    readonly pattern: "^https?://[^\\s/]\\S*$";
                    readonly description: "Where the API is, with the path before its own. Left out: the provider's own address.";
                };
                readonly stream: {
                    readonly type: "boolean";
                    readonly default: true;
                    readonly description: "Whether answers arrive piece by piece.";
                };
                readonly timeout_ms: {
                    readonly type: "integer";
                    readonly minimum: 1;
                    readonly description: "How long may pass without any part of an answer, milliseconds. Left out: the plugin's own limit.";
                };
                readonly max_retries: {
                    readonly type: "integer";
                    readonly minimum: 0;
                    readonly maximum: 20;
                    readonly description: "How often a request is sent again after a rate limit, a server's fault or a lost connection.";
                };
                readonly context_window_tokens: {
                    readonly type: "integer";
                    readonly exclusiveMinimum: 0;
                    readonly description: "The model's whole window, input and output together. Needed for models that the provider's plugin does not know.";
                };
                readonly max_output_tokens: {
                    readonly type: "integer";
                    readonly exclusiveMinimum: 0;
                    readonly description: "The most tokens of an answer; this much of the window is kept for it.";
                };
                readonly parallel_tool_calls: {
                    readonly type: "boolean";
                    readonly description: "Whether the model may call several tools at once. Left out: the provider's own default.";
                };
                readonly reasoning_effort: {
                    readonly type: "string";
                    readonly enum: readonly ["none", "minimal", "low", "medium", "high", "xhigh", "max"];
                    readonly description: "How hard a reasoning model thinks; none and minimal with openai only. Left out: the model's own default.";
                };
                readonly reasoning_summary: {
                    readonly type: "string";
                    readonly enum: readonly ["auto", "concise", "detailed"];
                    readonly description: "Asks for readable summaries of the reasoning, with openai's Responses API. Left out: none.";
                };
                readonly prompt_cache: {
                    readonly type: "string";
                    readonly enum: readonly ["implicit", "breakpoints"];
                    readonly description: "With openai: breakpoints marks where the stable parts end, implicit leaves it to the server. Left out: by model and address.";
                };
                readonly omit: {
                    readonly type: "array";
                    readonly items: {
                        readonly type: "string";
                        readonly pattern: "\\S";
                    };
                    readonly uniqueItems: true;
                    readonly description: "With openai: members of the request that a compatible server refuses.";
                };
                readonly cache_ttl: {
                    readonly type: "string";
                    readonly enum: readonly ["5m", "1h"];
                    readonly description: "How long the provider keeps a prefix, with anthropic. Left out: five minutes.";
                };
                readonly thinking_budget_tokens: {
                    readonly type: "integer";
                    readonly minimum: 1024;
                    readonly description: "How many tokens the model may think for, beside its answer, with anthropic's models that think within a budget.";
                };
            };
        };
        readonly summariser: {
            readonly description: "Who writes summaries. Left out: the model itself, or, without a model, an extract.";
            readonly type: "object";
            readonly additionalProperties: false;
            readonly properties: {
                readonly provider: {
                    readonly type: "string";
                    readonly enum: readonly ["openai", "anthropic"];
                    readonly description: "Who serves the summariser. Left out: the model's own provider, with what [model] says of it.";
                };
                readonly name: {
                    readonly type: "string";
                    readonly pattern: "\\S";
                    readonly description: "The summariser's name, as its provider spells it. Left out: the model itself.";
                };
                readonly context_window_tokens: {
                    readonly type: "integer";
                    readonly exclusiveMinimum: 0;
                    readonly description: "The summariser's whole window. Needed for models that the provider's plugin does not know.";
                };
                readonly max_output_tokens: {
                    readonly type: "integer";
                    readonly minimum: 64;
                    readonly description: "The most tokens of a summary, reasoning included.";
                };
                readonly instruction: {
                    readonly type: "string";
                    readonly pattern: "\\S";
                    readonly description: "What a summary must hold besides what is always asked for.";
                };
            };
        };
        readonly store: {
            readonly description: "Where states and compaction records are kept.";
            readonly type: "object";
            readonly additionalProperties: false;
            readonly properties: {
                readonly path: {
                    readonly type: "string";
                    readonly minLength: 1;
                    readonly default: ".varve/varve.db";
                    readonly description: "The SQLite file. `:memory:` keeps nothing beyond the process.";
                };
            };
        };
        readonly prompt: {
            readonly description: "Who the model is, and who takes part.";
            readonly type: "object";
            readonly additionalProperties: false;
            readonly properties: {
                readonly system: {
                    readonly type: "string";
                    readonly minLength: 1;
                    readonly description: "A UTF-8 text file with the system prompt.";
                };
                readonly participants: {
                    readonly description: "The people and agents in the conversation, in the order in which they are shown.";
                    readonly type: "array";
                    readonly items: {
                        readonly description: "One participant.";
                        readonly type: "object";
                        readonly additionalProperties: false;
                        readonly required: readonly ["id"];
                        readonly properties: {
                            readonly id: {
                                readonly type: "string";
                                readonly pattern: "\\S";
                                readonly description: "What the participant is called in the conversation; each has its own.";
                            };
                            readonly name: {
                                readonly type: "string";
                                readonly pattern: "\\S";
                                readonly description: "The full name.";
                            };
                            readonly role: {
                                readonly type: "string";
                                readonly pattern: "\\S";
                                readonly description: "What the participant does.";
                            };
                            readonly description: {
                                readonly type: "string";
                                readonly pattern: "\\S";
                                readonly description: "What else the model should know.";
                            };
                        };
                    };
                };
            };
        };
        readonly agents: {
            readonly description: "Remote agents, each under the id by which it is called.";
            readonly type: "object";
            readonly additionalProperties: {
                readonly description: "One remote agent: its card is a file or an address, one of the two.";
                readonly type: "object";
                readonly additionalProperties: false;
                readonly properties: {
                    readonly card: {
                        readonly type: "string";
                        readonly minLength: 1;
                        readonly description: "The agent card's JSON file.";
                    };
                    readonly card_url: {
                        readonly type: "string";
                        readonly pattern: "^https?://[^\\s/]\\S*$";
                        readonly description: "The agent card's address. It is fetched once, at start.";
                    };
                };
                readonly oneOf: readonly [{
                    readonly required: readonly ["card"];
                }, {
                    readonly required: readonly ["card_url"];
                }];
            };
        };
        readonly skills: {
            readonly description: "Where skills are.";
            readonly type: "object";
            readonly additionalProperties: false;
            readonly properties: {
                readonly paths: {
                    readonly type: "array";
                    readonly items: {
                        readonly type: "string";
                        readonly minLength: 1;
                    };
                    readonly default: readonly [];
                    readonly description: "Folders, each of which is a skill or holds skills.";
                };
            };
        };
        readonly log: {
            readonly description: "What is logged. Left out: nothing is.";
            readonly type: "object";
            readonly additionalProperties: false;
            readonly properties: {
                readonly level: {
                    readonly type: "string";
                    readonly enum: readonly ["trace", "debug", "info", "warn", "error", "fatal", "silent"];
                    readonly default: "info";
                    readonly description: "The least severe level that is logged.";
                };
                readonly path: {
                    readonly type: "string";
                    readonly minLength: 1;
                    readonly description: "The file that is appended to. Left out: standard error.";
                };
            };
        };
        readonly ledger: {
            readonly description: "What every call used, what of it was cached and what it cost, written down. Left out: nothing is.";
            readonly type: "object";
            readonly additionalProperties: false;
            readonly properties: {
                readonly path: {
                    readonly type: "string";
                    readonly minLength: 1;
                    readonly default: ".varve/ledger.jsonl";
                    readonly description: "The file that a line of JSON is appended to for each call. It holds no text of a conversation.";
                };
                readonly prices: {
                    readonly description: "What models cost, each under its name, in place of what is known of them.";
                    readonly type: "object";
                    readonly additionalProperties: {
                        readonly description: "What one model costs, in US dollars per million tokens.";
                        readonly type: "object";
                        readonly additionalProperties: false;
                        readonly required: readonly ["input", "cached_input", "output"];
                        readonly properties: {
                            readonly input: {
                                readonly type: "number";
                                readonly minimum: 0;
                                readonly description: "Input that is read and not cached, US dollars per million tokens.";
                            };
                            readonly cached_input: {
                                readonly type: "number";
                                readonly minimum: 0;
                                readonly description: "Input that was read from the cache.";
                            };
                            readonly cache_write: {
                                readonly type: "number";
                                readonly minimum: 0;
                                readonly description: "Input that was written to the cache. Left out: as input.";
                            };
                            readonly long_cache_write: {
                                readonly type: "number";
                                readonly minimum: 0;
                                readonly description: "The same, kept for the longer of the provider's lifetimes. Left out: as cache_write.";
                            };
                            readonly output: {
                                readonly type: "number";
                                readonly minimum: 0;
                                readonly description: "Output, reasoning included.";
                            };
                            readonly long_context: {
                                readonly description: "What requests with more input cost, all of their tokens.";
                                readonly type: "object";
                                readonly additionalProperties: false;
                                readonly required: readonly ["input", "cached_input", "output", "above_tokens"];
                                readonly properties: {
                                    readonly input: {
                                        readonly type: "number";
                                        readonly minimum: 0;
                                        readonly description: "Input that is read and not cached, US dollars per million tokens.";
                                    };
                                    readonly cached_input: {
                                        readonly type: "number";
                                        readonly minimum: 0;
                                        readonly description: "Input that was read from the cache.";
                                    };
                                    readonly cache_write: {
                                        readonly type: "number";
                                        readonly minimum: 0;
                                        readonly description: "Input that was written to the cache. Left out: as input.";
                                    };
                                    readonly long_cache_write: {
                                        readonly type: "number";
                                        readonly minimum: 0;
                                        readonly description: "The same, kept for the longer of the provider's lifetimes. Left out: as cache_write.";
                                    };
                                    readonly output: {
                                        readonly type: "number";
                                        readonly minimum: 0;
                                        readonly description: "Output, reasoning included.";
                                    };
                                    readonly above_tokens: {
                                        readonly type: "integer";
                                        readonly minimum: 0;
                                        readonly description: "How much input makes a request a long one, tokens.";
                                    };
                                };
                            };
                            readonly as_of: {
                                readonly type: "string";
                                readonly pattern: "^\\d{4}-\\d{2}-\\d{2}$";
                                readonly description: "The day up to which the price is known to have held.";
                            };
                            readonly source: {
                                readonly type: "string";
                                readonly pattern: "\\S";
                                readonly description: "Where the price was read.";
                            };
                        };
                    };
                };
            };
        };
        readonly plugins: {
            readonly description: "Plugins besides the defaults, in the order in which they are applied.";
            readonly type: "array";
            readonly default: readonly [];
            readonly items: {
                readonly description: "One plugin.";
                readonly type: "object";
                readonly additionalProperties: false;
                readonly required: readonly ["use"];
                readonly properties: {
                    readonly use: {
                        readonly type: "string";
                        readonly pattern: "\\S";
                        readonly description: "An installed package's name, or the path of a module, beginning with ./ or ../. Either is found from the file that names it.";
                    };
                    readonly options: {
                        readonly type: "object";
                        readonly description: "What the plugin takes; it is checked against the plugin's own schema.";
                    };
                };
            };
        };
    };
};

// varve-config.ts
import type { ConfigFile, LedgerPrice, LogLevel, Participant } from "./config-file.ts";
import { type ModelConfig, type SummariserConfig } from "./model-config.ts";
export interface VarveConfig {
    readonly context: {
        readonly turnBudgetTokens: number;
        readonly compactionFraction: number;
        readonly compactionTarget: number;
        readonly order: readonly string[];
    };
    readonly model: ModelConfig | null;
    readonly summariser: SummariserConfig | null;
    readonly store: {
        readonly path: string;
    };
    readonly prompt: {
        readonly system: string | null;
        readonly participants: readonly Participant[];
    };
    readonly agents: Readonly<Record<string, AgentConfig>>;
    readonly skills: {
        readonly paths: readonly string[];
    };
    readonly log: {
        readonly level: LogLevel;
        readonly path: string | null;
    } | null;
    readonly ledger: {
        readonly path: string;
        readonly prices: Readonly<Record<string, LedgerPrice>>;
    } | null;
    readonly plugins: readonly PluginConfig[];
}
export type AgentConfig = {
    readonly card: string;
} | {
    readonly cardUrl: string;
};
export interface PluginConfig {
    readonly use: string;
    readonly options?: Readonly<Record<string, unknown>>;
}
export declare function varveConfig(file: ConfigFile, folder: string): VarveConfig;
