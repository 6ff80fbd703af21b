// index.ts
import { type AnchoredOptions } from "./options.ts";
export { AnchoredError, type AnchoredFault } from "./anchored-error.ts";
export type { AnchoredOptions } from "./options.ts";
declare const _default: import("@varve/kernel").Plugin<AnchoredOptions | undefined>;
export default _default;

// anchored-error.ts
import { type Usage, VarveError } from "@varve/kernel";
export type AnchoredFault = "not_json" | "no_facts" | "no_room";
export declare class AnchoredError extends VarveError {
    readonly plugin = "@varve/summarise-anchored";
    readonly fault: AnchoredFault;
    readonly requestId: string | null;
    readonly usage: Usage | null;
    constructor(fault: AnchoredFault, requestId: string | null, usage: Usage | null);
}

// options.ts
export interface AnchoredOptions {
    readonly facts?: "extracted" | "asked";
    readonly max_tokens?: number;
}
export declare const optionsSchema: {
    readonly type: "object";
    readonly additionalProperties: false;
    readonly properties: {
        readonly facts: {
            readonly enum: readonly ["extracted", "asked"];
        };
        readonly max_tokens: {
            readonly type: "integer";
            readonly minimum: 100;
        };
    };
};
