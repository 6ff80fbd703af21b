// index.ts
import { type OpenAiOptions } from "./options.ts";
export { declaredLimits, KNOWN_MODELS, type KnownModel } from "./known-models.ts";
export type { OpenAiOptions } from "./options.ts";
declare const _default: import("@varve/kernel").Plugin<OpenAiOptions>;
export default _default;

// known-models.ts
import type { ModelLimits } from "@varve/kernel";
import type { OpenAiOptions } from "./options.ts";
export interface KnownModel {
    readonly windowTokens: number;
    readonly outputTokens: number;
    readonly reasons: boolean;
    readonly breakpoints: boolean;
}
export declare const KNOWN_MODELS: ReadonlyMap<string, KnownModel>;
export declare function modelFamily(name: string): string;
export declare function knownModel(name: string): KnownModel | undefined;
export declare function declaredLimits(options: OpenAiOptions): ModelLimits | null;

// options.ts
declare const EFFORTS: readonly ["none", "minimal", "low", "medium", "high", "xhigh", "max"];
declare const SUMMARIES: readonly ["auto", "concise", "detailed"];
export interface OpenAiOptions {
    readonly name: string;
    readonly api?: "responses" | "chat_completions";
    readonly base_url?: string;
    readonly stream?: boolean;
    readonly timeout_ms?: number;
    readonly max_retries?: number;
    readonly context_window_tokens?: number;
    readonly max_output_tokens?: number;
    readonly reasoning_effort?: (typeof EFFORTS)[number];
    readonly reasoning_summary?: (typeof SUMMARIES)[number];
    readonly parallel_tool_calls?: boolean;
    readonly prompt_cache?: "implicit" | "breakpoints";
    readonly omit?: readonly string[];
    readonly declare?: boolean;
}
export declare function optionsFor(model: string, options: OpenAiOptions): OpenAiOptions;
export declare const LEAST_OUTPUT_TOKENS = 16;
export declare const OPENAI_BASE_URL = "https://api.openai.com/v1";
export declare const DEFAULT_TIMEOUT_MS = 600000;
export declare const DEFAULT_MAX_RETRIES = 3;
export declare const optionsSchema: {
    readonly type: "object";
    readonly additionalProperties: false;
    readonly required: readonly ["name"];
    readonly properties: {
        readonly name: {
            readonly type: "string";
            readonly minLength: 1;
        };
        readonly api: {
            readonly enum: readonly ["responses", "chat_completions"];
        };
        readonly base_url: {
            readonly type: "string";
            readonly pattern: "^https?://[^\\s]+$";
        };
        readonly stream: {
            readonly type: "boolean";
        };
        readonly timeout_ms: {
            readonly type: "integer";
            readonly minimum: 1;
        };
        readonly max_retries: {
            readonly type: "integer";
            readonly minimum: 0;
            readonly maximum: 20;
        };
        readonly context_window_tokens: {
            readonly type: "integer";
            readonly minimum: 1;
        };
        readonly max_output_tokens: {
            readonly type: "integer";
            readonly minimum: 16;
        };
        readonly reasoning_effort: {
            readonly enum: readonly ["none", "minimal", "low", "medium", "high", "xhigh", "max"];
        };
        readonly reasoning_summary: {
            readonly enum: readonly ["auto", "concise", "detailed"];
        };
        readonly parallel_tool_calls: {
            readonly type: "boolean";
        };
        readonly prompt_cache: {
            readonly enum: readonly ["implicit", "breakpoints"];
        };
        readonly omit: {
            readonly type: "array";
            readonly items: {
                readonly type: "string";
                readonly not: {
                    readonly enum: readonly ["model", "input", "messages", "tools", "instructions"];
                };
            };
        };
        readonly declare: {
            readonly type: "boolean";
        };
    };
};
export {};
