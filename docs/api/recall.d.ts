// index.ts
import { type Recalled } from "./held.ts";
export type { Recalled } from "./held.ts";
export { type RecallOptions, recall } from "./recall.ts";
export { recallTool } from "./recall-request.ts";
export type { RemovedEntry } from "./removed-entry.ts";
declare module "@varve/kernel" {
    interface AgentData {
        recalled: Recalled;
    }
}
declare const _default: import("@varve/kernel").Plugin<undefined>;
export default _default;

// held.ts
import type { RemovedEntry } from "./removed-entry.ts";
export interface Recalled {
    readonly entries: readonly RemovedEntry[];
}
export declare const RECALLED_SCHEMA: {
    readonly type: "object";
    readonly additionalProperties: false;
    readonly required: readonly ["entries"];
    readonly properties: {
        readonly entries: {
            readonly type: "array";
            readonly items: {
                readonly type: "object";
                readonly additionalProperties: false;
                readonly required: readonly ["id", "record", "from", "text"];
                readonly properties: {
                    readonly id: {
                        readonly type: "string";
                    };
                    readonly record: {
                        readonly type: "string";
                    };
                    readonly from: {
                        readonly type: "string";
                    };
                    readonly text: {
                        readonly type: "string";
                    };
                };
            };
        };
    };
};
export declare function heldText(recalled: Recalled | undefined): string;

// recall-request.ts
import { type ToolDefinition } from "@varve/kernel";
export interface RecallRequest {
    readonly query?: string;
    readonly entry?: string;
    readonly record?: string;
    readonly offset?: number;
    readonly hold?: boolean;
    readonly release?: readonly string[];
}
export declare const recallTool: ToolDefinition;
export declare function recallRequest(words: string): RecallRequest | {
    readonly problem: string;
};

// recall.ts
import { type AgentState, type Kernel, type ToolCall, type ToolResult } from "@varve/kernel";
export interface RecallOptions {
    readonly maxCharacters?: number;
    readonly maxMatches?: number;
    readonly maxHeldCharacters?: number;
    readonly signal?: AbortSignal;
}
type Need = Pick<Kernel, "records" | "write">;
export declare function recall(kernel: Need, state: AgentState, call: ToolCall, options?: RecallOptions): Promise<{
    readonly state: AgentState;
    readonly result: ToolResult;
}>;
export {};

// removed-entry.ts
import { type AgentState, type CompactionRecord } from "@varve/kernel";
export interface RemovedEntry {
    readonly id: string;
    readonly record: string;
    readonly from: string;
    readonly text: string;
}
export declare function removedEntries(records: readonly CompactionRecord[], state: AgentState): readonly RemovedEntry[];
