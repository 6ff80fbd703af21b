import { type CompactionRecord, freeze } from "@varve/kernel";
import type { CompactionLine } from "./compaction-account.ts";
import type { LedgerCall, Purpose } from "./ledger-call.ts";
import type { LedgerLine } from "./ledger-line.ts";
import type { PriceTable } from "./prices/price.ts";
import { PRICES } from "./prices/table.ts";
import type { RuleOverride } from "./rules/rule-for.ts";
import type { Segment } from "./segment.ts";
import { TaskLedger } from "./task-ledger.ts";
import { RunningLedgerTotals, type Totals } from "./totals.ts";

/** What the ledger writes down as it goes: each request, and each compaction once it is known whether it paid for itself. */
export type LedgerEntry =
  | { readonly kind: "request"; readonly request: LedgerLine }
  | { readonly kind: "compaction"; readonly compaction: CompactionLine };

export interface CacheLedgerOptions {
  /** Milliseconds since the epoch. Absent: the system's clock. */
  readonly clock?: () => number;
  /** By model: added to the built-in table, or in the place of an entry of it. */
  readonly prices?: PriceTable;
  /** By provider: which rule, or other figures for it. */
  readonly rules?: Readonly<Record<string, RuleOverride>>;
  /** How many tasks are remembered, the ones seen last; of the others, the overall totals remain. Absent: 64. */
  readonly mostTasks?: number;
  /** How many lines, and how many compactions, are kept for each task; older ones remain in its totals. Absent: 1,000. */
  readonly mostLines?: number;
  /** Is told of each entry as it is made. */
  readonly onEntry?: (entry: LedgerEntry) => void;
}

const MOST_TASKS = 64;
const MOST_LINES = 1_000;

interface Task {
  readonly ledger: TaskLedger;
  readonly totals: RunningLedgerTotals;
  lines: readonly LedgerLine[];
}

/**
 * What of every request should have been in the provider's cache, what was, why not more, and what it cost. It holds no text:
 * everything that it gives out is plain JSON of labels, digests and figures.
 */
export class CacheLedger {
  readonly #clock: () => number;
  readonly #prices: PriceTable;
  readonly #rules: Readonly<Record<string, RuleOverride>>;
  readonly #mostTasks: number;
  readonly #mostLines: number;
  readonly #onEntry: (entry: LedgerEntry) => void;
  readonly #totals = new RunningLedgerTotals();
  /** Compactions of which it is known now whether they paid for themselves. */
  readonly #decided: CompactionLine[] = [];
  /** The one seen last stands last. */
  readonly #tasks = new Map<string, Task>();

  constructor(options: CacheLedgerOptions = {}) {
    this.#clock = options.clock ?? Date.now;
    this.#prices = { ...PRICES, ...options.prices };
    this.#rules = options.rules ?? {};
    this.#mostTasks = options.mostTasks ?? MOST_TASKS;
    this.#mostLines = options.mostLines ?? MOST_LINES;
    this.#onEntry = options.onEntry ?? (() => {});
  }

  /** Takes down a model call that was answered, and returns its line. */
  observe(call: LedgerCall): LedgerLine {
    const task = this.#task(call.window.taskId);
    const line = freeze(task.ledger.observe(call, call.atMs === undefined ? this.#clock() : call.atMs));
    task.lines = [...task.lines, line].slice(-this.#mostLines);
    task.totals.add(line);
    this.#totals.add(line);
    this.#onEntry(Object.freeze({ kind: "request", request: line }));
    this.#tell();
    return line;
  }

  /** Takes down a compaction that was carried out; tell it before the call that comes after it. */
  compacted(record: CompactionRecord, atMs: number | null = this.#clock()): void {
    this.#task(record.taskId).ledger.compacted(record, atMs);
    this.#tell();
  }

  /** The tasks that are remembered, the one seen last standing last. */
  get tasks(): readonly string[] {
    return Object.freeze([...this.#tasks.keys()]);
  }

  /** The lines of a task that are kept, in order; turns and auxiliary requests as they came. */
  lines(taskId: string): readonly LedgerLine[] {
    return Object.freeze([...(this.#tasks.get(taskId)?.lines ?? [])]);
  }

  /** All segments of a task's last request. */
  segments(taskId: string, purpose: Purpose = "turn"): readonly Segment[] {
    return Object.freeze([...(this.#tasks.get(taskId)?.ledger.segments(purpose) ?? [])]);
  }

  /** The compactions of a task that are kept, in order, each with its account so far. */
  compactions(taskId: string): readonly CompactionLine[] {
    return freeze([...(this.#tasks.get(taskId)?.ledger.compactions ?? [])]);
  }

  /** What a task's requests come to, or without a task all that were ever taken down. */
  totals(taskId?: string): Totals {
    if (taskId === undefined) return freeze(this.#totals.sum);
    return freeze((this.#tasks.get(taskId)?.totals ?? new RunningLedgerTotals()).sum);
  }

  #task(taskId: string): Task {
    const task = this.#tasks.get(taskId) ?? this.#newTask();
    this.#tasks.delete(taskId);
    this.#tasks.set(taskId, task);
    for (const oldest of this.#tasks.keys()) {
      if (this.#tasks.size <= this.#mostTasks) break;
      this.#tasks.delete(oldest);
    }
    return task;
  }

  /** Behind the request that decided them. */
  #tell(): void {
    for (const compaction of this.#decided.splice(0)) this.#onEntry(freeze({ kind: "compaction", compaction }));
  }

  #newTask(): Task {
    const told = (compaction: CompactionLine): void => void this.#decided.push(compaction);
    const books = { prices: this.#prices, rules: this.#rules, mostCompactions: this.#mostLines, told };
    return { ledger: new TaskLedger(books), totals: new RunningLedgerTotals(), lines: [] };
  }
}
