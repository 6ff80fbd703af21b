// index.ts
export { PrefixMeter } from "./cached-share.ts";
export { EXIT, UsageError } from "./exit.ts";
export type { Progress } from "./progress.ts";
export { type ReplayedCall, replayCalls } from "./replay.ts";
export { runVarve } from "./run-varve.ts";
export { type Colours, type Output, type Terminal, terminalOf } from "./terminal.ts";

// cached-share.ts
import type { Window } from "@varve/kernel";
export declare class PrefixMeter {
    #private;
    cachedTokens(window: Window): number;
}

// exit.ts
export declare const EXIT: {
    readonly ok: 0;
    readonly failed: 1;
    readonly usage: 2;
    readonly interrupted: 130;
};
export declare class UsageError extends Error {
    constructor(message: string, options?: {
        readonly cause?: unknown;
    });
}
export declare function isUsageFault(error: unknown): boolean;
export declare function exitCodeOf(error: unknown): number;

// progress.ts
export interface Progress {
    show(what: string, done: number, of: number, unit: "bytes" | "calls" | "runs"): void;
    clear(): void;
}
export declare const NO_PROGRESS: Progress;
export declare function progressBar(stream: NodeJS.WritableStream, columns: number, now?: () => number): Progress;

// replay.ts
import { type AgentState, type CompactionRecord, type Decision, type EncodedRequest, type Kernel, type PrefixChange, type Usage, type Window } from "@varve/kernel";
import { type Recording, type ReplayStep } from "@varve/transcripts";
export interface ReplayedCall {
    readonly call: number;
    readonly added: ReplayStep["append"];
    readonly window: Window;
    readonly request: EncodedRequest;
    readonly records: readonly CompactionRecord[];
    readonly decisions: readonly Decision[];
    readonly prefixChanges: readonly PrefixChange[];
    readonly cachedTokens: number;
    readonly recorded: {
        readonly usage: Usage | null;
        readonly model: string | null;
    };
}
export declare function replayCalls(kernel: Kernel, recording: Pick<Recording, "taskId" | "goal" | "tools" | "items" | "calls">, { signal }: {
    readonly signal: AbortSignal;
}): AsyncGenerator<ReplayedCall, AgentState>;

// run-varve.ts
import type { Terminal } from "./terminal.ts";
export declare function runVarve(args: readonly string[], terminal: Terminal, signal: AbortSignal): Promise<number>;

// terminal.ts
import pc from "picocolors";
import { type Progress } from "./progress.ts";
export type Colours = ReturnType<typeof pc.createColors>;
export interface Output {
    write(text: string): void;
    readonly colours: Colours;
    readonly isWatched: boolean;
    readonly columns: number;
}
export interface Terminal {
    readonly out: Output;
    readonly err: Output;
    readonly progress: Progress;
    readonly folder: string;
}
type Stream = NodeJS.WritableStream & {
    readonly isTTY?: boolean;
    readonly columns?: number;
};
export declare function terminalOf(process: {
    readonly stdout: Stream;
    readonly stderr: Stream;
    readonly env: Readonly<Record<string, string | undefined>>;
    cwd(): string;
}): Terminal;
export {};
