import type { LedgerLine } from "./ledger-line.ts";
import type { MissReason } from "./reason.ts";

/** What many requests come to. */
export interface RequestTotals {
  readonly requests: number;
  /** Counted tokens of their inputs. */
  readonly countedTokens: number;
  /** As measured, of the requests whose usage was reported. */
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
  /** Part of {@link outputTokens}. */
  readonly reasoningTokens: number;
  /** Predicted to be cached, in the provider's measure, of the same requests. */
  readonly predictedTokens: number;
  /** Cached tokens of the input, from 0 to 1; `null` where nothing was reported. */
  readonly cachedShare: number | null;
  /** Predicted tokens of the counted input, of all requests; `null` without any. */
  readonly predictedShare: number | null;
  /** US dollars, of the requests that could be priced. */
  readonly usd: number;
  /** Requests whose usage nobody reported. */
  readonly unmeasured: number;
  /** Requests without a cost. */
  readonly unpriced: number;
  /** Tries that may have been paid beside. */
  readonly mayAlsoBePaid: number;
  /** How often each reason was the one. */
  readonly reasons: Readonly<Partial<Record<MissReason["kind"], number>>>;
}

/** Turns and what was asked beside them. */
export interface Totals {
  readonly turns: RequestTotals;
  readonly auxiliary: RequestTotals;
}

/** A running sum over requests; lines that are no longer kept are in it. */
class RunningTotals {
  #requests = 0;
  #countedTokens = 0;
  #predictedCounted = 0;
  #inputTokens = 0;
  #cachedTokens = 0;
  #cacheWriteTokens = 0;
  #outputTokens = 0;
  #reasoningTokens = 0;
  #predictedTokens = 0;
  #usd = 0;
  #unmeasured = 0;
  #unpriced = 0;
  #mayAlsoBePaid = 0;
  readonly #reasons = new Map<MissReason["kind"], number>();

  add({ input, predicted, usage, cost, reason, mayAlsoBePaid }: LedgerLine): void {
    this.#requests += 1;
    this.#countedTokens += input.counted;
    this.#predictedCounted += predicted.counted;
    this.#mayAlsoBePaid += mayAlsoBePaid;
    if (usage === null) this.#unmeasured += 1;
    else {
      this.#inputTokens += usage.inputTokens;
      this.#cachedTokens += usage.cachedTokens;
      this.#cacheWriteTokens += usage.cacheWriteTokens;
      this.#outputTokens += usage.outputTokens;
      this.#reasoningTokens += usage.reasoningTokens;
      this.#predictedTokens += predicted.tokens;
    }
    if (cost === null) this.#unpriced += 1;
    else this.#usd += cost.usd;
    if (reason !== null) this.#reasons.set(reason.kind, (this.#reasons.get(reason.kind) ?? 0) + 1);
  }

  get sum(): RequestTotals {
    return {
      requests: this.#requests,
      countedTokens: this.#countedTokens,
      inputTokens: this.#inputTokens,
      cachedTokens: this.#cachedTokens,
      cacheWriteTokens: this.#cacheWriteTokens,
      outputTokens: this.#outputTokens,
      reasoningTokens: this.#reasoningTokens,
      predictedTokens: this.#predictedTokens,
      cachedShare: share(this.#cachedTokens, this.#inputTokens),
      predictedShare: share(this.#predictedCounted, this.#countedTokens),
      usd: this.#usd,
      unmeasured: this.#unmeasured,
      unpriced: this.#unpriced,
      mayAlsoBePaid: this.#mayAlsoBePaid,
      reasons: Object.fromEntries(this.#reasons),
    };
  }
}

/** The running sums of turns and of what was asked beside them, apart. */
export class RunningLedgerTotals {
  readonly #turns = new RunningTotals();
  readonly #auxiliary = new RunningTotals();

  add(line: LedgerLine): void {
    (line.purpose === "turn" ? this.#turns : this.#auxiliary).add(line);
  }

  get sum(): Totals {
    return { turns: this.#turns.sum, auxiliary: this.#auxiliary.sum };
  }
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
