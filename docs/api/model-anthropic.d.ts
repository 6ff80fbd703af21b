// index.ts
import { type AnthropicOptions } from "./options.ts";
export { declaredLimits, KNOWN_MODELS, type KnownModel } from "./known-models.ts";
export type { AnthropicOptions } from "./options.ts";
declare const _default: import("@varve/kernel").Plugin<AnthropicOptions>;
export default _default;

// known-models.ts
import type { ModelLimits } from "@varve/kernel";
import type { AnthropicOptions } from "./options.ts";
export interface KnownModel {
    readonly windowTokens: number;
    readonly outputTokens: number;
    readonly thinks: "adaptive" | "budget" | "either";
    readonly bindsThinking: boolean;
}
export declare const KNOWN_MODELS: ReadonlyMap<string, KnownModel>;
export declare function modelFamily(name: string): string;
export declare function knownModel(name: string): KnownModel | undefined;
export declare function declaredLimits(options: AnthropicOptions): ModelLimits | null;
export declare function withThinking(limit: number, { name, thinking_budget_tokens: budget }: AnthropicOptions): number;

// options.ts
declare const EFFORTS: readonly ["low", "medium", "high", "xhigh", "max"];
export interface AnthropicOptions {
    readonly name: string;
    readonly base_url?: string;
    readonly stream?: boolean;
    readonly timeout_ms?: number;
    readonly max_retries?: number;
    readonly context_window_tokens?: number;
    readonly max_output_tokens?: number;
    readonly reasoning_effort?: (typeof EFFORTS)[number];
    readonly thinking_budget_tokens?: number;
    readonly parallel_tool_calls?: boolean;
    readonly cache_ttl?: "5m" | "1h";
    readonly drop_stale_thinking?: boolean;
    readonly declare?: boolean;
}
export declare function optionsFor(model: string, options: AnthropicOptions): AnthropicOptions;
export declare const ANTHROPIC_BASE_URL = "https://api.anthropic.com";
export declare function isAtAnthropic({ base_url }: Pick<AnthropicOptions, "base_url">): boolean;
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
            readonly maximum: 2147483647;
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
            readonly minimum: 1;
        };
        readonly reasoning_effort: {
            readonly enum: readonly ["low", "medium", "high", "xhigh", "max"];
        };
        readonly thinking_budget_tokens: {
            readonly type: "integer";
            readonly minimum: 1024;
        };
        readonly parallel_tool_calls: {
            readonly type: "boolean";
        };
        readonly cache_ttl: {
            readonly enum: readonly ["5m", "1h"];
        };
        readonly drop_stale_thinking: {
            readonly type: "boolean";
        };
        readonly declare: {
            readonly type: "boolean";
        };
    };
};
export {};
