import type { CompactionRecord } from "@varve/kernel";
import { CompactionAccount, type CompactionLine, type SummaryCall } from "./compaction-account.ts";
import type { LedgerLine } from "./ledger-line.ts";
import type { Price } from "./prices/price.ts";

/** The accounts of one task's compactions. */
export class CompactionAccounts {
  readonly #most: number;
  readonly #told: (line: CompactionLine) => void;
  #accounts: readonly CompactionAccount[] = [];
  /** Since the last turn. */
  #records: readonly CompactionRecord[] = [];
  /** Auxiliary calls since the last turn or compaction: they belong to the compaction that comes next. */
  #calls: readonly SummaryCall[] = [];

  /**
   * @param most how many accounts are kept
   * @param told is told of an account once it is known whether the compaction paid for itself
   */
  constructor(most: number, told: (line: CompactionLine) => void) {
    this.#most = most;
    this.#told = told;
  }

  get lines(): readonly CompactionLine[] {
    return this.#accounts.map(({ line }) => line);
  }

  /** Compactions since the last turn. */
  get sinceTurn(): readonly string[] {
    return this.#records.map(({ id }) => id);
  }

  /** Sections that they left out. */
  get folded(): ReadonlySet<string> {
    return new Set(this.#records.flatMap(({ folded }) => folded.map(({ section }) => section)));
  }

  /** @param price of the model that was asked last, for a summary whose calls were not seen */
  compacted(record: CompactionRecord, price: Price | null, atMs: number | null): void {
    // What the earlier ones removed, this one would have removed without them. Rounds before the same call work together.
    for (const account of this.#accounts) if (account.isOpen && account.hasCalls) this.#settle(account);
    const opened = new CompactionAccount(record, this.#calls, price, atMs);
    this.#accounts = [...this.#accounts, opened].slice(-this.#most);
    this.#records = [...this.#records, record];
    this.#calls = [];
  }

  auxiliary({ usage, cost }: LedgerLine): void {
    this.#calls = [...this.#calls, { usage, usd: cost?.usd ?? null }];
  }

  /** @param countedBefore counted tokens of the turn before; `null` for none */
  turn(line: LedgerLine, price: Price | null, countedBefore: number | null): void {
    const [first, last] = [this.#records[0], this.#records.at(-1)];
    const newest = this.#accounts.at(-1);
    for (const account of this.#accounts) {
      if (!account.isOpen) continue;
      const wasPaidBack = account.isPaidBack;
      const isRightAfter = account === newest && first !== undefined && last !== undefined;
      const growth = Math.max(0, (first?.tokensBefore ?? 0) - (countedBefore ?? 0));
      account.call(line, price, isRightAfter ? { growth, uncached: last.uncachedTokens } : null);
      if (!wasPaidBack && account.isPaidBack) this.#told(account.line);
    }
    this.#records = [];
    this.#calls = [];
  }

  #settle(account: CompactionAccount): void {
    account.settle();
    if (!account.isPaidBack) this.#told(account.line);
  }
}
