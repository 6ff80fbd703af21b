// index.ts
import { type AdaptiveOptions } from "./options.ts";
export type { AdaptiveOptions } from "./options.ts";
declare const _default: import("@varve/kernel").Plugin<AdaptiveOptions | undefined>;
export default _default;

// options.ts
export interface AdaptiveOptions {
    readonly cached_price?: number;
    readonly write_price?: number;
    readonly output_price?: number;
    readonly summary_tokens?: number;
    readonly cache_minutes?: number;
    readonly expected_turns?: number;
}
export declare const optionsSchema: {
    readonly type: "object";
    readonly additionalProperties: false;
    readonly properties: {
        readonly cached_price: {
            readonly type: "number";
            readonly minimum: 0;
            readonly maximum: 1;
        };
        readonly write_price: {
            readonly type: "number";
            readonly exclusiveMinimum: 0;
        };
        readonly output_price: {
            readonly type: "number";
            readonly exclusiveMinimum: 0;
        };
        readonly summary_tokens: {
            readonly type: "integer";
            readonly minimum: 0;
        };
        readonly cache_minutes: {
            readonly type: "number";
            readonly exclusiveMinimum: 0;
        };
        readonly expected_turns: {
            readonly type: "integer";
            readonly minimum: 1;
        };
    };
};
