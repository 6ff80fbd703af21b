// index.ts
import { type ClearOptions } from "./options.ts";
export type { ClearOptions } from "./options.ts";
declare const _default: import("@varve/kernel").Plugin<ClearOptions | undefined>;
export default _default;

// options.ts
export interface ClearOptions {
    readonly keep_newest?: number;
    readonly exclude_tools?: readonly string[];
    readonly least_result_tokens?: number;
    readonly arguments_above_tokens?: number;
    readonly least_freed?: number;
    readonly recall_hint?: string;
}
export declare const optionsSchema: {
    readonly type: "object";
    readonly additionalProperties: false;
    readonly properties: {
        readonly keep_newest: {
            readonly type: "integer";
            readonly minimum: 0;
        };
        readonly exclude_tools: {
            readonly type: "array";
            readonly items: {
                readonly type: "string";
                readonly minLength: 1;
            };
        };
        readonly least_result_tokens: {
            readonly type: "integer";
            readonly minimum: 1;
        };
        readonly arguments_above_tokens: {
            readonly type: "integer";
            readonly minimum: 1;
        };
        readonly least_freed: {
            readonly type: "number";
            readonly minimum: 0;
            readonly maximum: 1;
        };
        readonly recall_hint: {
            readonly type: "string";
            readonly minLength: 1;
        };
    };
};
