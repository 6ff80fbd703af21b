// index.ts
import { type SummariseModelOptions } from "./options.ts";
export type { SummariseModelOptions, SummariserModel } from "./options.ts";
export { SummaryError, type SummaryFault } from "./summary-error.ts";
declare const _default: import("@varve/kernel").Plugin<SummariseModelOptions | undefined>;
export default _default;

// options.ts
import type { ModelLimits } from "@varve/kernel";
export interface SummariseModelOptions {
    readonly max_output_tokens?: number;
    readonly instruction?: string;
    readonly model?: SummariserModel;
}
export interface SummariserModel {
    readonly provider: string;
    readonly name: string;
    readonly context_window_tokens: number;
    readonly max_output_tokens?: number;
}
export declare function summariserLimits({ model }: SummariseModelOptions): ModelLimits | null;
export declare const optionsSchema: {
    readonly type: "object";
    readonly additionalProperties: false;
    readonly properties: {
        readonly max_output_tokens: {
            readonly type: "integer";
            readonly minimum: 64;
        };
        readonly instruction: {
            readonly type: "string";
            readonly minLength: 1;
        };
        readonly model: {
            readonly type: "object";
            readonly additionalProperties: false;
            readonly required: readonly ["provider", "name", "context_window_tokens"];
            readonly properties: {
                readonly provider: {
                    readonly type: "string";
                    readonly minLength: 1;
                };
                readonly name: {
                    readonly type: "string";
                    readonly minLength: 1;
                };
                readonly context_window_tokens: {
                    readonly type: "integer";
                    readonly minimum: 1;
                };
                readonly max_output_tokens: {
                    readonly type: "integer";
                    readonly minimum: 64;
                };
            };
        };
    };
};

// summary-error.ts
import { type ModelResponse, type Usage, VarveError } from "@varve/kernel";
export type SummaryFault = "empty" | "tool_call" | "length" | "refused" | "unfinished" | "no_room" | "overflow" | "failed";
interface Facts {
    readonly answer?: ModelResponse;
    readonly usage: Usage | null;
    readonly cause?: unknown;
}
export declare class SummaryError extends VarveError {
    readonly plugin = "@varve/summarise-model";
    readonly fault: SummaryFault;
    readonly finish: ModelResponse["finish"] | null;
    readonly requestId: string | null;
    readonly usage: Usage | null;
    constructor(fault: SummaryFault, { answer, usage, cause }: Facts);
}
export {};
