// index.ts
export { toResponsesItem } from "@varve/wire";
export { type Detection, detectFormat } from "./detect-format.ts";
export type { AnswerFacts, FormatReader, Likeness, Place, RecordSink, Tape } from "./format-reader.ts";
export { type ReadOptions, readRecording } from "./read-recording.ts";
export { READERS } from "./readers.ts";
export type { BuiltInFormatId, FormatId, LeftOut, Problem, RecordedCall, Recording } from "./recording.ts";
export { type Replay, type ReplayStep, replayOf } from "./replay.ts";
export { TranscriptError, type TranscriptFault } from "./transcript-error.ts";

// detect-format.ts
import type { JsonObject } from "@varve/kernel";
import type { FormatReader, Likeness } from "./format-reader.ts";
export interface Detection extends Likeness {
    readonly reader: FormatReader;
}
export declare function detectFormat(records: readonly JsonObject[], readers?: readonly FormatReader[]): Detection | null;

// file-bytes.ts
import { TranscriptError } from "./transcript-error.ts";
export interface FileBytesOptions {
    readonly signal?: AbortSignal;
    readonly onProgress?: (bytesRead: number, totalBytes: number) => void;
}
export declare function bytesOf(file: string, options?: FileBytesOptions): AsyncGenerator<Uint8Array>;
export declare function unreadable(file: string, cause: unknown): TranscriptError;

// format-reader.ts
import type { InputItem, JsonObject, ToolDefinition, Usage } from "@varve/kernel";
import type { FormatId } from "./recording.ts";
export interface FormatReader {
    readonly id: FormatId;
    readonly title: string;
    recognise(records: readonly JsonObject[]): Likeness | null;
    begin(tape: Tape): RecordSink;
}
export interface Likeness {
    readonly strength: "certain" | "likely" | "possible";
    readonly because: string;
}
export interface RecordSink {
    record(value: JsonObject, place: Place): void;
    end?(): void;
}
export interface Place {
    readonly line: number | null;
    readonly element: number | null;
}
export interface AnswerFacts {
    readonly id?: string;
    readonly usage?: Usage | null;
    readonly model?: string | null;
}
export interface Tape {
    input(items: readonly InputItem[], about?: "request" | "no_request"): void;
    answer(items: readonly InputItem[], facts?: AnswerFacts): void;
    instructions(text: string): void;
    tools(tools: readonly ToolDefinition[]): void;
    session(id: string): void;
    problem(place: Place, reason: string): void;
    leaveOut(what: string, why: string): void;
    whole(place: Place): void;
    readonly empty: boolean;
    refuse(place: Place, reason: string, remedy: string): never;
}

// read-recording.ts
import { type FileBytesOptions } from "./file-bytes.ts";
import type { FormatReader } from "./format-reader.ts";
import type { FormatId, Recording } from "./recording.ts";
export interface ReadOptions extends FileBytesOptions {
    readonly format?: FormatId;
    readonly readers?: readonly FormatReader[];
}
export declare function readRecording(file: string, options?: ReadOptions): Promise<Recording>;

// readers.ts
import type { FormatReader } from "./format-reader.ts";
export declare const READERS: readonly FormatReader[];

// recording.ts
import type { InputItem, ToolDefinition, Usage } from "@varve/kernel";
export type BuiltInFormatId = "responses" | "chat_completions" | "anthropic" | "claude_code";
export type FormatId = BuiltInFormatId | (string & Record<never, never>);
export interface RecordedCall {
    readonly at: number;
    readonly produced: number;
    readonly usage: Usage | null;
    readonly model: string | null;
}
export interface Problem {
    readonly line: number | null;
    readonly reason: string;
}
export interface LeftOut {
    readonly what: string;
    readonly count: number;
    readonly why: string;
}
export interface Recording {
    readonly format: FormatId;
    readonly recognisedBy: string;
    readonly file: string;
    readonly taskId: string;
    readonly goal: string | null;
    readonly instructions: string | null;
    readonly tools: readonly ToolDefinition[];
    readonly items: readonly InputItem[];
    readonly calls: readonly RecordedCall[];
    readonly problems: readonly Problem[];
    readonly leftOut: readonly LeftOut[];
}

// replay.ts
import type { InputItem, Usage } from "@varve/kernel";
import type { Recording } from "./recording.ts";
export interface ReplayStep {
    readonly call: number;
    readonly append: readonly InputItem[];
    readonly produced: readonly InputItem[];
    readonly usage: Usage | null;
    readonly model: string | null;
}
export interface Replay {
    readonly steps: readonly ReplayStep[];
    readonly rest: readonly InputItem[];
}
export declare function replayOf({ items, calls }: Pick<Recording, "items" | "calls">): Replay;

// transcript-error.ts
import { VarveError } from "@varve/kernel";
export interface TranscriptFault {
    readonly file: string;
    readonly line?: number;
    readonly column?: number;
    readonly reason: string;
    readonly remedy: string;
    readonly cause?: unknown;
}
export declare class TranscriptError extends VarveError {
    readonly file: string;
    readonly line: number | null;
    readonly column: number | null;
    readonly remedy: string;
    constructor(fault: TranscriptFault);
}
