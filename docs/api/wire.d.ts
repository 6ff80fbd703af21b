// index.ts
export { type Attempt, attempt } from "./http/attempt.ts";
export { connectionFailure, knownFailure } from "./http/connection.ts";
export { CallFailure, type Failure, retryAfterMs } from "./http/failure.ts";
export { faultOf } from "./http/fault.ts";
export { hostBoundFetch } from "./http/host-bound-fetch.ts";
export { type Answer, type AnswerStream, type ModelCall, modelCall, type Sent } from "./http/model-call.ts";
export { OVERFLOW_WORDINGS, type OverflowWording, saysOverflow } from "./http/overflow.ts";
export { type RetryOptions, retrying } from "./http/retrying.ts";
export { withoutSecret } from "./http/secret.ts";
export { fromMessage } from "./items/anthropic-blocks.ts";
export { readBlocks } from "./items/anthropic-parts.ts";
export { CHAT, type ChatAnswerReading, chatMessage, fromChatAnswer } from "./items/chat-answer.ts";
export { readChatContent } from "./items/chat-parts.ts";
export { type FromResponses, fromResponsesItem } from "./items/from-responses-item.ts";
export { extraOf, type ReadPart, remainder, remainderOfParts } from "./items/remainder.ts";
export { toResponsesItem } from "./items/to-responses-item.ts";
export { UnnamedCalls } from "./items/unnamed-calls.ts";
export { countOf, isList, memberOf, textOf } from "./json-reads.ts";
export { type CallIdForm, CallIds } from "./names/call-ids.ts";
export { sha256 } from "./names/sha256.ts";
export { changedNames, wireName, withOwnNames } from "./names/tool-names.ts";
export { type StableEnds, stableEnds } from "./stable-ends.ts";
export { anthropicUsage, openaiUsage } from "./usage.ts";
export { wellFormed } from "./well-formed.ts";

// http/attempt.ts
export interface Attempt {
    readonly signal: AbortSignal;
    heard(): void;
}
export declare function attempt<Answer>(caller: AbortSignal, idleMs: number, send: (attempt: Attempt) => Promise<Answer>): Promise<Answer>;

// http/connection.ts
import { type Failure } from "./failure.ts";
export declare function knownFailure(error: unknown): Failure | null;
export declare function connectionFailure(error: Error): Failure;

// http/failure.ts
export interface Failure {
    readonly kind: "answered" | "connection" | "timeout" | "unparsable";
    readonly message: string;
    readonly status: number | null;
    readonly code: string | null;
    readonly requestId: string | null;
    readonly retryAfterMs: number | null;
    readonly mayBePaid: boolean;
}
export declare class CallFailure extends Error {
    readonly failure: Failure;
    constructor(failure: Partial<Failure> & Pick<Failure, "kind" | "message">);
}
export declare function retryAfterMs(headers: Headers | undefined, now: number): number | null;

// http/fault.ts
import type { ModelFault } from "@varve/kernel";
import type { Failure } from "./failure.ts";
export declare function faultOf(failure: Failure): ModelFault;

// http/host-bound-fetch.ts
export declare function hostBoundFetch(baseUrl: string, send?: typeof fetch): typeof fetch;

// http/model-call.ts
import { type InputItem, type InvokeContext, type JsonObject, type ModelDelta, type ModelResponse, type Usage } from "@varve/kernel";
import { type Failure } from "./failure.ts";
export interface Answer {
    readonly items: readonly InputItem[];
    readonly usage: Usage | null;
    readonly finish: ModelResponse["finish"];
}
export interface AnswerStream {
    event(event: JsonObject): readonly ModelDelta[];
    end(): Answer | null;
}
export interface Sent<Data> {
    readonly data: Data;
    readonly requestId: string | null;
}
export interface ModelCall {
    readonly provider: string;
    readonly model: string;
    readonly key: string | null;
    readonly maxRetries: number;
    readonly timeoutMs: number;
    failureOf(error: unknown): Failure | null;
    post(body: JsonObject, signal: AbortSignal): Promise<Sent<unknown>>;
    stream(body: JsonObject, signal: AbortSignal): Promise<Sent<AsyncIterable<unknown>>>;
    answer(body: JsonObject): Answer;
    pieces(): AnswerStream;
}
export declare function modelCall({ request, signal, onDelta }: InvokeContext, call: ModelCall): Promise<ModelResponse>;

// http/overflow.ts
import type { Failure } from "./failure.ts";
export interface OverflowWording {
    readonly server: string;
    readonly code?: string;
    readonly words?: RegExp;
    readonly example?: string;
    readonly source: string;
}
export declare const OVERFLOW_WORDINGS: readonly OverflowWording[];
export declare function saysOverflow({ kind, status, code, message }: Failure): boolean;

// http/retrying.ts
import { type FailedTry } from "@varve/kernel";
import { type Failure } from "./failure.ts";
export interface RetryOptions {
    readonly provider: string;
    readonly maxRetries: number;
    readonly signal: AbortSignal;
    readonly secret: string | null;
    failureOf(error: unknown): Failure | null;
    onRetry?(failed: FailedTry): void;
}
export declare function retrying<Answer>(options: RetryOptions, send: () => Promise<Answer>): Promise<{
    readonly answer: Answer;
    readonly retries: readonly FailedTry[];
}>;

// http/secret.ts
export declare function withoutSecret(text: string, secret: string | null): string;

// items/anthropic-blocks.ts
import { type InputItem, type JsonValue, type Role } from "@varve/kernel";
export interface FromMessage {
    readonly items: readonly InputItem[];
    readonly problems: readonly string[];
}
export declare function fromMessage(content: JsonValue | undefined, role: Role, model: string | null): FromMessage | null;

// items/anthropic-parts.ts
import { type JsonValue } from "@varve/kernel";
import { type ReadPart } from "./remainder.ts";
export declare function readBlocks(content: JsonValue | undefined): readonly ReadPart[];
export declare function partOf(block: JsonValue): ReadPart | null;

// items/chat-answer.ts
import { type InputItem, type JsonObject, type JsonValue, type Role } from "@varve/kernel";
import { type ReadPart } from "./remainder.ts";
export declare const CHAT = "chat_completions";
export interface ChatAnswerReading {
    nameCall(name: string): string;
    problem(value: JsonValue, reason: "no_call" | "no_id"): void;
}
export declare function fromChatAnswer(message: JsonObject, reading: ChatAnswerReading): readonly InputItem[];
export declare function chatMessage(role: Role, message: JsonObject, parts: readonly ReadPart[]): InputItem;

// items/chat-parts.ts
import { type JsonValue } from "@varve/kernel";
import { type ReadPart } from "./remainder.ts";
export declare function readChatContent(content: JsonValue | undefined): readonly ReadPart[];

// items/from-responses-item.ts
import type { InputItem, JsonObject } from "@varve/kernel";
export declare const OPENAI = "openai";
export interface FromResponses {
    readonly item: InputItem;
    readonly side: "input" | "answer";
    readonly problem?: string;
}
export declare function fromResponsesItem(value: JsonObject, model?: string | null): FromResponses | null;

// items/remainder.ts
import type { JsonObject, Part, ProviderExtra } from "@varve/kernel";
export interface ReadPart {
    readonly part: Part;
    readonly rest: JsonObject;
}
export declare function remainder(value: JsonObject, ...taken: readonly string[]): JsonObject;
export declare function remainderOfParts(name: string, parts: readonly ReadPart[]): JsonObject;
export declare function extraOf(provider: string, fields: JsonObject): {
    readonly extra?: ProviderExtra;
};

// items/to-responses-item.ts
import { type InputItem, type JsonObject } from "@varve/kernel";
export declare function toResponsesItem(item: InputItem): JsonObject | null;

// items/unnamed-calls.ts
export declare class UnnamedCalls {
    #private;
    open(name: string): string;
    answer(name: string | null): string | null;
}

// json-reads.ts
import { type JsonValue } from "@varve/kernel";
export declare function isList(value: JsonValue | undefined): value is readonly JsonValue[];
export declare function textOf(value: JsonValue | undefined): string | null;
export declare function countOf(value: JsonValue | undefined): number;
export declare function memberOf(value: JsonValue | undefined, key: string): JsonValue | undefined;

// names/call-ids.ts
export interface CallIdForm {
    readonly longest: number;
    readonly accepted?: RegExp;
}
export declare class CallIds<Call> {
    #private;
    constructor(form: CallIdForm);
    call(callId: string, call: Call): string;
    answered(callId: string): {
        readonly id: string;
        readonly call: Call;
    } | null;
}

// names/sha256.ts
export declare function sha256(text: string): string;

// names/tool-names.ts
import type { InputItem } from "@varve/kernel";
export declare function wireName(name: string): string;
export declare function changedNames(names: Iterable<string>): Readonly<Record<string, string>> | null;
export declare function withOwnNames(items: readonly InputItem[], toolNames: Readonly<Record<string, string>> | undefined): readonly InputItem[];

// stable-ends.ts
import type { WindowItem } from "@varve/kernel";
export interface StableEnds {
    readonly task: number | null;
    readonly before: number | null;
    readonly last: number | null;
    readonly isFollowed: boolean;
}
export declare function stableEnds(input: readonly WindowItem[], isMarkable: (index: number) => boolean): StableEnds;

// usage.ts
import type { JsonValue, Usage } from "@varve/kernel";
export declare function openaiUsage(usage: JsonValue | undefined): Usage | null;
export declare function anthropicUsage(usage: JsonValue | undefined): Usage | null;

// well-formed.ts
import { type JsonObject } from "@varve/kernel";
export declare function wellFormed(value: JsonObject): JsonObject;
