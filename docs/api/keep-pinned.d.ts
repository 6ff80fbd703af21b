// index.ts
import { type PinOptions } from "./options.ts";
export type { PinOptions } from "./options.ts";
declare const _default: import("@varve/kernel").Plugin<PinOptions>;
export default _default;

// options.ts
export interface PinOptions {
    readonly first_request?: boolean;
    readonly matching?: readonly string[];
    readonly unresolved_errors?: boolean;
    readonly last_exchanges?: number;
    readonly most_tokens?: number;
}
export declare const optionsSchema: {
    readonly type: "object";
    readonly additionalProperties: false;
    readonly minProperties: 1;
    readonly properties: {
        readonly first_request: {
            readonly type: "boolean";
        };
        readonly matching: {
            readonly type: "array";
            readonly minItems: 1;
            readonly items: {
                readonly type: "string";
                readonly minLength: 1;
            };
        };
        readonly unresolved_errors: {
            readonly type: "boolean";
        };
        readonly last_exchanges: {
            readonly type: "integer";
            readonly minimum: 1;
        };
        readonly most_tokens: {
            readonly type: "integer";
            readonly minimum: 1;
        };
    };
};
