import type { CompactionReason, CompactionRecord, Usage } from "@varve/kernel";
import type { LedgerLine } from "./ledger-line.ts";
import { costOf, inputParts, type Price, ratesFor } from "./prices/price.ts";

/** What a compaction spent and saved, in one unit. */
export interface Balance {
  /** The calls that made the summary. */
  readonly summary: number;
  /** What had to be paid in full, or written, again. */
  readonly refill: number;
  /** What later calls no longer carried. */
  readonly saved: number;
  /** {@link saved} without the other two. */
  readonly balance: number;
}

/** Whether a compaction paid for itself, so far. */
export interface CompactionLine {
  readonly taskId: string;
  readonly recordId: string;
  readonly turn: number;
  readonly reason: CompactionReason;
  readonly atMs: number | null;
  /** Counted tokens of the window. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Counted tokens that each later call does not carry. */
  readonly savedTokensPerCall: number;
  /** What the summary's own calls used: as the calls reported it, else as the record says; `null` where nothing was asked. */
  readonly summaryUsage: Usage | null;
  /** Tokens that had been cached before and were paid again on the first call after it; `null` before that call. */
  readonly refilledTokens: number | null;
  /** Turns since. */
  readonly callsAfter: number;
  /** US dollars; `null` where the price of a call is not known. */
  readonly usd: Balance | null;
  /** Input tokens: what a token of each kind is worth, {@link TOKEN_WORTH}. */
  readonly tokens: Balance;
  /** The number of calls after which it had paid for itself, in dollars where they are known; `null` while it has not. */
  readonly paidBackAfterCalls: number | null;
  /** Whether another compaction has come since, so that nothing is added any more. */
  readonly isSettled: boolean;
}

/** What a token is worth in input tokens, where no price says: the usual ratios of the price table. */
export const TOKEN_WORTH = Object.freeze({ input: 1, cached: 0.1, cacheWrite: 1.25, output: 5 });

const WORTH: Price = { ...TOKEN_WORTH, asOf: "", source: "" };

const MILLION = 1_000_000;

const NOTHING: Usage = { inputTokens: 0, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 };

/** What a call that belongs to a compaction's summary cost. */
export interface SummaryCall {
  readonly usage: Usage | null;
  readonly usd: number | null;
}

/** What the first call after a compaction found again. */
export interface FirstCall {
  /** Counted tokens that the turn itself had added, and that would have been paid in full anyway. */
  readonly growth: number;
  /** Counted tokens that the record says are no longer cached, for where nothing is reported. */
  readonly uncached: number;
}

/** The account of one compaction. */
export class CompactionAccount {
  readonly #record: CompactionRecord;
  readonly #atMs: number | null;
  readonly #summaryUsage: Usage | null;
  readonly #usd: { summary: number; refill: number; saved: number };
  readonly #tokens: { summary: number; refill: number; saved: number };
  #isPriced: boolean;
  #refilledTokens: number | null = null;
  #calls = 0;
  #paidBack: number | null = null;
  #isSettled = false;

  /**
   * @param calls the calls that made the summary; where none reported a usage, the record's is taken, never both
   * @param price of the model that made the record's summary, for where its calls were not seen
   */
  constructor(record: CompactionRecord, calls: readonly SummaryCall[], price: Price | null, atMs: number | null) {
    this.#record = record;
    this.#atMs = record.atMs ?? atMs;
    const seen = calls.flatMap(({ usage }) => (usage === null ? [] : [usage]));
    const used = seen.length > 0 ? seen : record.usage === null ? [] : [record.usage];
    this.#summaryUsage = used.length === 0 ? null : used.reduce(sum, NOTHING);
    const paid = seen.length > 0 ? calls.map(({ usd }) => usd) : used.map((usage) => usdOf(usage, price));
    this.#isPriced = !paid.includes(null);
    this.#usd = { summary: paid.reduce<number>((total, usd) => total + (usd ?? 0), 0), refill: 0, saved: 0 };
    const worth = used.reduce((total, usage) => total + costOf(usage, WORTH).usd * MILLION, 0);
    this.#tokens = { summary: worth, refill: 0, saved: 0 };
  }

  get isOpen(): boolean {
    return !this.#isSettled;
  }

  get isPaidBack(): boolean {
    return this.#paidBack !== null;
  }

  get hasCalls(): boolean {
    return this.#calls > 0;
  }

  /**
   * A turn after the compaction. What is no longer carried would have been read from the cache.
   * @param first what is to be known of the first one, on the compaction that it came right after
   */
  call(line: LedgerLine, price: Price | null, first: FirstCall | null): void {
    this.#calls += 1;
    if (price === null) this.#isPriced = false;
    const scale = scaleOf(line);
    const { tokensBefore, tokensAfter } = this.#record;
    const saved = (tokensBefore - tokensAfter) * scale;
    this.#refilledTokens ??= 0;
    for (const [unit, rates, each] of this.#units(line, price)) {
      unit.saved += saved * rates.cached * each;
      if (first === null) continue;
      const refilled = refilledTokens(line, first, scale);
      this.#refilledTokens = Math.round(refilled);
      unit.refill += refilled * (paidRate(line, rates) - rates.cached) * each;
    }
    const { saved: gained, summary, refill } = this.#isPriced ? this.#usd : this.#tokens;
    if (this.#paidBack === null && gained >= summary + refill) this.#paidBack = this.#calls;
  }

  settle(): void {
    this.#isSettled = true;
  }

  get line(): CompactionLine {
    const { taskId, id, turn, reason, tokensBefore, tokensAfter } = this.#record;
    return {
      taskId,
      recordId: id,
      turn,
      reason,
      atMs: this.#atMs,
      tokensBefore,
      tokensAfter,
      savedTokensPerCall: tokensBefore - tokensAfter,
      summaryUsage: this.#summaryUsage,
      refilledTokens: this.#refilledTokens,
      callsAfter: this.#calls,
      usd: this.#isPriced ? balanced(this.#usd) : null,
      tokens: balanced(this.#tokens),
      paidBackAfterCalls: this.#paidBack,
      isSettled: this.#isSettled,
    };
  }

  #units({ input }: LedgerLine, price: Price | null) {
    const tokens = [this.#tokens, TOKEN_WORTH, 1] as const;
    if (price === null) return [tokens];
    const rates = ratesFor(price, input.reported ?? input.counted);
    return [tokens, [this.#usd, rates, 1 / MILLION] as const];
  }
}

function balanced({ summary, refill, saved }: Omit<Balance, "balance">): Balance {
  return { summary, refill, saved, balance: saved - summary - refill };
}

/** The provider's tokens for each counted one. */
function scaleOf({ input: { counted, reported } }: LedgerLine): number {
  return reported === null || reported === 0 || counted === 0 ? 1 : reported / counted;
}

/**
 * Tokens that the compaction made the first call pay again. Where another cause took the cache away, it would have been paid
 * without the compaction too.
 */
function refilledTokens({ usage, reason }: LedgerLine, { growth, uncached }: FirstCall, scale: number): number {
  const isOther = reason !== null && reason.kind !== "compaction" && reason.kind !== "provider_missed";
  if (isOther) return 0;
  const paid = usage === null ? uncached * scale : usage.inputTokens - inputParts(usage).cached;
  return Math.max(0, paid - growth * scale);
}

/** What a token that was not cached cost on this call: some were written, others were not. */
function paidRate(
  { usage }: LedgerLine,
  { input, cacheWrite }: { readonly input: number; readonly cacheWrite: number },
) {
  if (usage === null) return input;
  const { fresh, written } = inputParts(usage);
  return fresh + written === 0 ? input : (fresh * input + written * cacheWrite) / (fresh + written);
}

function usdOf(usage: Usage, price: Price | null): number | null {
  return price === null ? null : costOf(usage, price).usd;
}

function sum(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
  };
}
