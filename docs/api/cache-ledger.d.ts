// index.ts
import { type Plugin } from "@varve/kernel";
import { CacheLedger } from "./ledger.ts";
import { type CacheLedgerPluginOptions } from "./options.ts";
export { type Balance, type CompactionLine, TOKEN_WORTH } from "./compaction-account.ts";
export type { Difference } from "./difference.ts";
export { CacheLedger, type CacheLedgerOptions, type LedgerEntry } from "./ledger.ts";
export type { LedgerCall, Purpose } from "./ledger-call.ts";
export type { LedgerLine } from "./ledger-line.ts";
export { type CacheLedgerPluginOptions, type PriceOptions, priceTable, type RateOptions, type RuleOptions, } from "./options.ts";
export { type Cost, costOf, type Price, type PriceTable, priceOf, type Rates } from "./prices/price.ts";
export { PRICES } from "./prices/table.ts";
export type { Losses, MissReason } from "./reason.ts";
export type { RuleName, Terms } from "./rules/cache-rule.ts";
export type { RuleOverride } from "./rules/rule-for.ts";
export type { Segment } from "./segment.ts";
export type { RequestTotals, Totals } from "./totals.ts";
declare const _default: Plugin<CacheLedgerPluginOptions>;
export default _default;
export declare function cacheLedger(ledger: CacheLedger): Plugin;

// compaction-account.ts
import type { CompactionReason, CompactionRecord, Usage } from "@varve/kernel";
import type { LedgerLine } from "./ledger-line.ts";
import { type Price } from "./prices/price.ts";
export interface Balance {
    readonly summary: number;
    readonly refill: number;
    readonly saved: number;
    readonly balance: number;
}
export interface CompactionLine {
    readonly taskId: string;
    readonly recordId: string;
    readonly turn: number;
    readonly reason: CompactionReason;
    readonly atMs: number | null;
    readonly tokensBefore: number;
    readonly tokensAfter: number;
    readonly savedTokensPerCall: number;
    readonly summaryUsage: Usage | null;
    readonly refilledTokens: number | null;
    readonly callsAfter: number;
    readonly usd: Balance | null;
    readonly tokens: Balance;
    readonly paidBackAfterCalls: number | null;
    readonly isSettled: boolean;
}
export declare const TOKEN_WORTH: Readonly<{
    input: 1;
    cached: 0.1;
    cacheWrite: 1.25;
    output: 5;
}>;
export interface SummaryCall {
    readonly usage: Usage | null;
    readonly usd: number | null;
}
export interface FirstCall {
    readonly growth: number;
    readonly uncached: number;
}
export declare class CompactionAccount {
    #private;
    constructor(record: CompactionRecord, calls: readonly SummaryCall[], price: Price | null, atMs: number | null);
    get isOpen(): boolean;
    get isPaidBack(): boolean;
    get hasCalls(): boolean;
    call(line: LedgerLine, price: Price | null, first: FirstCall | null): void;
    settle(): void;
    get line(): CompactionLine;
}

// difference.ts
import { type Trail } from "./trail.ts";
export interface Difference {
    readonly index: number;
    readonly label: string;
    readonly section: string;
    readonly change: "changed" | "added" | "removed" | "moved" | "ended";
    readonly offsetBytes: number | null;
}
export interface Comparison {
    readonly isSameModel: boolean;
    readonly headParameters: readonly string[];
    readonly inputParameters: readonly string[];
    readonly same: number;
    readonly difference: Difference | null;
    readonly isGrowth: boolean;
    readonly of: {
        readonly isLeading: boolean;
        readonly isEntry: boolean;
        readonly stability: "static" | "task" | "turn";
    } | null;
}
export declare function compare(before: Trail, after: Trail): Comparison;

// ledger-call.ts
import type { EncodedRequest, InvokeContext, ModelResponse, Window } from "@varve/kernel";
export type Purpose = InvokeContext["purpose"];
export interface LedgerCall {
    readonly window: Window;
    readonly request: EncodedRequest;
    readonly response: ModelResponse;
    readonly purpose: Purpose;
    readonly correlationId?: string;
    readonly atMs?: number | null;
}

// ledger-line.ts
import type { Usage } from "@varve/kernel";
import type { Difference } from "./difference.ts";
import type { Purpose } from "./ledger-call.ts";
import type { Cost } from "./prices/price.ts";
import type { Losses, MissReason } from "./reason.ts";
import type { RuleName } from "./rules/cache-rule.ts";
import type { Segment } from "./segment.ts";
export interface LedgerLine {
    readonly taskId: string;
    readonly number: number;
    readonly purpose: Purpose;
    readonly turn: number;
    readonly correlationId: string | null;
    readonly atMs: number | null;
    readonly provider: string;
    readonly api: string | null;
    readonly model: string | null;
    readonly rule: RuleName;
    readonly isRuleAssumed: boolean;
    readonly comparedWith: number | null;
    readonly same: {
        readonly segments: number;
        readonly tokens: number;
    };
    readonly segments: readonly Segment[];
    readonly difference: Difference | null;
    readonly input: {
        readonly counted: number;
        readonly reported: number | null;
    };
    readonly predicted: {
        readonly counted: number;
        readonly tokens: number;
    };
    readonly reported: {
        readonly cachedTokens: number;
        readonly cacheWriteTokens: number;
    } | null;
    readonly partsAt: string | null;
    readonly possible: number;
    readonly lost: Losses;
    readonly reason: MissReason | null;
    readonly compactions: readonly string[];
    readonly usage: Usage | null;
    readonly cost: Cost | null;
    readonly unpriced: "no_usage" | "unknown_model" | null;
    readonly mayAlsoBePaid: number;
}

// ledger.ts
import { type CompactionRecord } from "@varve/kernel";
import type { CompactionLine } from "./compaction-account.ts";
import type { LedgerCall, Purpose } from "./ledger-call.ts";
import type { LedgerLine } from "./ledger-line.ts";
import type { PriceTable } from "./prices/price.ts";
import type { RuleOverride } from "./rules/rule-for.ts";
import type { Segment } from "./segment.ts";
import { type Totals } from "./totals.ts";
export type LedgerEntry = {
    readonly kind: "request";
    readonly request: LedgerLine;
} | {
    readonly kind: "compaction";
    readonly compaction: CompactionLine;
};
export interface CacheLedgerOptions {
    readonly clock?: () => number;
    readonly prices?: PriceTable;
    readonly rules?: Readonly<Record<string, RuleOverride>>;
    readonly mostTasks?: number;
    readonly mostLines?: number;
    readonly onEntry?: (entry: LedgerEntry) => void;
}
export declare class CacheLedger {
    #private;
    constructor(options?: CacheLedgerOptions);
    observe(call: LedgerCall): LedgerLine;
    compacted(record: CompactionRecord, atMs?: number | null): void;
    get tasks(): readonly string[];
    lines(taskId: string): readonly LedgerLine[];
    segments(taskId: string, purpose?: Purpose): readonly Segment[];
    compactions(taskId: string): readonly CompactionLine[];
    totals(taskId?: string): Totals;
}

// options.ts
import type { CacheLedgerOptions } from "./ledger.ts";
import type { PriceTable } from "./prices/price.ts";
import { type RuleName } from "./rules/cache-rule.ts";
export interface RateOptions {
    readonly input: number;
    readonly cached_input: number;
    readonly cache_write?: number;
    readonly long_cache_write?: number;
    readonly output: number;
}
export interface PriceOptions extends RateOptions {
    readonly long_context?: RateOptions & {
        readonly above_tokens: number;
    };
    readonly as_of?: string;
    readonly source?: string;
}
export interface RuleOptions {
    readonly rule?: RuleName;
    readonly minimum_tokens?: number;
    readonly step_tokens?: number;
    readonly ttl_minutes?: number;
}
export interface CacheLedgerPluginOptions {
    readonly path?: string;
    readonly prices?: Readonly<Record<string, PriceOptions>>;
    readonly rules?: Readonly<Record<string, RuleOptions>>;
    readonly most_tasks?: number;
    readonly most_lines?: number;
}
export declare const optionsSchema: {
    readonly type: "object";
    readonly additionalProperties: false;
    readonly properties: {
        readonly path: {
            readonly type: "string";
            readonly minLength: 1;
        };
        readonly prices: {
            readonly type: "object";
            readonly additionalProperties: {
                readonly type: "object";
                readonly additionalProperties: false;
                readonly required: readonly ["input", "cached_input", "output"];
                readonly properties: {
                    readonly input: {
                        readonly type: "number";
                        readonly minimum: 0;
                    };
                    readonly cached_input: {
                        readonly type: "number";
                        readonly minimum: 0;
                    };
                    readonly cache_write: {
                        readonly type: "number";
                        readonly minimum: 0;
                    };
                    readonly long_cache_write: {
                        readonly type: "number";
                        readonly minimum: 0;
                    };
                    readonly output: {
                        readonly type: "number";
                        readonly minimum: 0;
                    };
                    readonly long_context: {
                        readonly type: "object";
                        readonly additionalProperties: false;
                        readonly required: readonly ["input", "cached_input", "output", "above_tokens"];
                        readonly properties: {
                            readonly input: {
                                readonly type: "number";
                                readonly minimum: 0;
                            };
                            readonly cached_input: {
                                readonly type: "number";
                                readonly minimum: 0;
                            };
                            readonly cache_write: {
                                readonly type: "number";
                                readonly minimum: 0;
                            };
                            readonly long_cache_write: {
                                readonly type: "number";
                                readonly minimum: 0;
                            };
                            readonly output: {
                                readonly type: "number";
                                readonly minimum: 0;
                            };
                            readonly above_tokens: {
                                readonly type: "integer";
                                readonly minimum: 0;
                            };
                        };
                    };
                    readonly as_of: {
                        readonly type: "string";
                        readonly pattern: "^\\d{4}-\\d{2}-\\d{2}$";
                    };
                    readonly source: {
                        readonly type: "string";
                        readonly minLength: 1;
                    };
                };
            };
        };
        readonly rules: {
            readonly type: "object";
            readonly additionalProperties: {
                readonly type: "object";
                readonly additionalProperties: false;
                readonly properties: {
                    readonly rule: {
                        readonly enum: readonly ["openai_implicit", "openai_breakpoints", "anthropic"];
                    };
                    readonly minimum_tokens: {
                        readonly type: "integer";
                        readonly minimum: 0;
                    };
                    readonly step_tokens: {
                        readonly type: "integer";
                        readonly minimum: 1;
                    };
                    readonly ttl_minutes: {
                        readonly type: "number";
                        readonly exclusiveMinimum: 0;
                    };
                };
            };
        };
        readonly most_tasks: {
            readonly type: "integer";
            readonly minimum: 1;
        };
        readonly most_lines: {
            readonly type: "integer";
            readonly minimum: 1;
        };
    };
};
export declare function priceTable(prices?: CacheLedgerPluginOptions["prices"]): PriceTable;
export declare function ledgerOptions(options: CacheLedgerPluginOptions): CacheLedgerOptions;

// parameters.ts
import { type EncodedRequest, type JsonObject } from "@varve/kernel";
export type ParameterDigests = Readonly<Record<string, string>>;
export interface CachedParameters {
    readonly head: readonly string[];
    readonly input: readonly string[];
}
export declare function parameterDigests(body: JsonObject, paths: readonly string[]): ParameterDigests;
export declare function changedParameters(before: ParameterDigests, after: ParameterDigests): readonly string[];
export declare function modelOf({ body }: EncodedRequest): string | null;
export declare function toolsJson({ body }: EncodedRequest, tools: readonly unknown[]): string;

// prices/price.ts
import type { Usage } from "@varve/kernel";
export interface Rates {
    readonly input: number;
    readonly cached: number;
    readonly cacheWrite: number;
    readonly longCacheWrite?: number;
    readonly output: number;
}
export interface Price extends Rates {
    readonly long?: Rates & {
        readonly aboveTokens: number;
    };
    readonly asOf: string;
    readonly source: string;
    readonly note?: string;
}
export type PriceTable = Readonly<Record<string, Price>>;
export interface Cost {
    readonly usd: number;
    readonly input: number;
    readonly cached: number;
    readonly cacheWrite: number;
    readonly output: number;
}
export declare function priceOf(model: string | null, table: PriceTable): Price | null;
export declare function ratesFor(price: Price, inputTokens: number): Rates;
export declare function costOf(usage: Usage, price: Price, lifetime?: "short" | "long"): Cost;
export declare function inputParts({ inputTokens, cachedTokens, cacheWriteTokens }: Usage): {
    readonly fresh: number;
    readonly cached: number;
    readonly written: number;
};

// prices/table.ts
import type { PriceTable } from "./price.ts";
export declare const PRICES: PriceTable;

// reason.ts
import type { Comparison } from "./difference.ts";
export type MissReason = {
    readonly kind: "first_call";
} | {
    readonly kind: "model_changed";
} | {
    readonly kind: "parameters_changed";
    readonly parameters: readonly string[];
} | {
    readonly kind: "tools_changed";
    readonly offsetBytes: number | null;
} | {
    readonly kind: "section_changed";
    readonly section: string;
    readonly label: string;
    readonly offsetBytes: number | null;
} | {
    readonly kind: "compaction";
    readonly records: readonly string[];
} | {
    readonly kind: "history_shortened";
    readonly label: string;
} | {
    readonly kind: "out_of_reach";
} | {
    readonly kind: "ttl_passed";
    readonly lifetimeMs: number;
} | {
    readonly kind: "below_minimum";
    readonly minimumTokens: number;
} | {
    readonly kind: "provider_missed";
};
export interface Losses {
    readonly changed: number;
    readonly unreached: number;
    readonly expired: number;
    readonly missed: number;
}
export declare function lossesOf(steps: {
    readonly possible: number;
    readonly content: number;
    readonly reach: number;
    readonly alive: number;
    readonly found: number | null;
}): Losses;
export declare const ROUNDING = 128;
export interface MissFacts {
    readonly lost: Losses;
    readonly comparison: Comparison;
    readonly stepTokens: number;
    readonly predicted: number;
    readonly isMeasured: boolean;
    readonly lifetimeMs: number;
    readonly compactions: readonly string[];
    readonly folded: ReadonlySet<string>;
}
export declare function reasonFor(facts: MissFacts): MissReason | null;

// rules/cache-rule.ts
import type { EncodedRequest } from "@varve/kernel";
import type { CachedParameters } from "../parameters.ts";
import type { Trail } from "../trail.ts";
export declare const RULE_NAMES: readonly ["openai_implicit", "openai_breakpoints", "anthropic"];
export type RuleName = (typeof RULE_NAMES)[number];
export interface Terms {
    readonly minimumTokens: number;
    readonly stepTokens: number;
    readonly lifetimeMs: number;
}
export interface Sent {
    readonly trail: Trail;
    readonly request: EncodedRequest;
    readonly scale: number | null;
    readonly atMs: number | null;
}
export interface Candidate {
    readonly tokens: number;
    readonly scale: number | null;
    readonly isWhole: boolean;
    readonly isInReach: boolean;
    readonly usedMs: number | null;
    readonly lifetimeMs: number;
    readonly touch: (atMs: number | null) => void;
}
export interface ProviderCache {
    candidates(sent: Sent): readonly Candidate[];
    kept(sent: Sent): number;
    write(sent: Sent, lifetimeMs: number): void;
}
export interface CacheRule {
    readonly name: RuleName;
    readonly parameters: CachedParameters;
    terms(request: EncodedRequest): Terms;
    open(): ProviderCache;
}
export declare function served(tokens: number, { minimumTokens, stepTokens }: Terms): number;

// rules/rule-for.ts
import type { EncodedRequest } from "@varve/kernel";
import type { CacheRule, RuleName, Terms } from "./cache-rule.ts";
export interface RuleOverride extends Partial<Terms> {
    readonly rule?: RuleName;
}
export interface ChosenRule {
    readonly rule: CacheRule;
    readonly terms: Terms;
    readonly isAssumed: boolean;
}
export declare function ruleFor(request: EncodedRequest, overrides: Readonly<Record<string, RuleOverride>>): ChosenRule;

// segment.ts
import type { Window, WindowItem, WindowSection } from "@varve/kernel";
export interface Segment {
    readonly label: string;
    readonly section: string;
    readonly digest: string;
    readonly tokens: number;
}
type SegmentStability = "static" | "task" | "turn";
export interface Piece {
    readonly segment: Segment;
    readonly stability: SegmentStability;
    readonly isEntry: boolean;
    readonly text: string;
}
export interface ItemPieces {
    readonly pieces: readonly Piece[];
    readonly blocks: number;
    readonly run: "calls" | "results" | null;
    readonly hasImage: boolean;
}
export declare function leadingPieces(window: Window, toolsJson: string): readonly Piece[];
export declare function piecesOf(placed: WindowItem, sections: ReadonlyMap<string, WindowSection>): ItemPieces;
export {};

// totals.ts
import type { LedgerLine } from "./ledger-line.ts";
import type { MissReason } from "./reason.ts";
export interface RequestTotals {
    readonly requests: number;
    readonly countedTokens: number;
    readonly inputTokens: number;
    readonly cachedTokens: number;
    readonly cacheWriteTokens: number;
    readonly outputTokens: number;
    readonly reasoningTokens: number;
    readonly predictedTokens: number;
    readonly cachedShare: number | null;
    readonly predictedShare: number | null;
    readonly usd: number;
    readonly unmeasured: number;
    readonly unpriced: number;
    readonly mayAlsoBePaid: number;
    readonly reasons: Readonly<Partial<Record<MissReason["kind"], number>>>;
}
export interface Totals {
    readonly turns: RequestTotals;
    readonly auxiliary: RequestTotals;
}
export declare class RunningLedgerTotals {
    #private;
    add(line: LedgerLine): void;
    get sum(): Totals;
}

// trail.ts
import type { EncodedRequest, Window, WindowItem } from "@varve/kernel";
import { type CachedParameters, type ParameterDigests } from "./parameters.ts";
import { type Piece } from "./segment.ts";
export interface Mark {
    readonly piece: Piece;
    readonly chain: string;
    readonly tokens: number;
    readonly blocks: number;
}
export interface Trail {
    readonly model: string;
    readonly headParameters: ParameterDigests;
    readonly inputParameters: ParameterDigests;
    readonly head: string;
    readonly marks: readonly Mark[];
    readonly leading: number;
    readonly items: readonly WindowItem[];
    readonly ends: readonly number[];
    readonly images: number;
}
export declare function trailOf({ window, request }: {
    readonly window: Window;
    readonly request: EncodedRequest;
}, parameters: CachedParameters, earlier: Trail | null): Trail;
export declare function tokensUpTo({ marks }: Trail, segments: number): number;
export declare function chainAt({ head, marks }: Trail, segments: number): string;
export declare function segmentsBefore({ leading, ends }: Trail, items: number): number;
export declare function sharedSegments(a: Trail, b: Trail): number;
export declare function sharedTokens(before: Trail, after: Trail): {
    readonly tokens: number;
    readonly isWhole: boolean;
};
