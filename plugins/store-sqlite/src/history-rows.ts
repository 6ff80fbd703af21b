import type { DatabaseSync, StatementSync } from "node:sqlite";
import { freeze, type HistoryEntry, isJsonObject, StateFormatError } from "@varve/kernel";
import { integerIn, textIn } from "./columns.ts";
import { membership, type Range, Ranges, without } from "./ranges.ts";

/** Tasks whose entries are known by identity at one time; for others, what is stored is compared. */
const KNOWN_TASKS = 64;

/** Where a history stands: the rows of its entries, in order, and the next row number of the task. */
export interface HistoryPlace {
  readonly rows: readonly Range[];
  readonly nextRow: number;
}

export interface SavedHistory extends HistoryPlace {
  /** To be called once the transaction is durable: from then on the entries are known by identity. */
  readonly remember: () => void;
}

/**
 * The entries of histories, each stored once. A row is written and deleted, never changed, and its number is never given
 * again: that an entry object is what a row holds stays true for as long as the row is there. So a save looks at stored
 * entries without writing them as JSON, and a state from elsewhere, whose objects are new, is compared row by row.
 */
export class HistoryRows {
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  readonly #byId: StatementSync;
  readonly #between: StatementSync;
  readonly #known = new Map<number, WeakMap<HistoryEntry, number>>();

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare("INSERT INTO entries (task, row, entry_id, json) VALUES (?, ?, ?, ?)");
    this.#delete = database.prepare("DELETE FROM entries WHERE task = ? AND row BETWEEN ? AND ?");
    this.#byId = database.prepare("SELECT row FROM entries WHERE task = ? AND entry_id = ? AND json = ?");
    this.#between = database.prepare(
      "SELECT row, json FROM entries WHERE task = ? AND row BETWEEN ? AND ? ORDER BY row",
    );
  }

  /** Makes the rows those of `history`: inserts what is new and deletes what is gone. Runs inside a transaction. */
  save(task: number, stored: HistoryPlace, history: readonly HistoryEntry[]): SavedHistory {
    const known = this.#knownOf(task);
    const isStored = membership(stored.rows);
    const rows = new Ranges();
    const found: (readonly [HistoryEntry, number])[] = [];
    let { nextRow } = stored;
    for (const entry of history) {
      let row = known.get(entry);
      if (row === undefined || !isStored(row)) {
        const json = JSON.stringify(entry);
        const same = this.#byId.get(task, entry.id, json);
        row = same === undefined ? nextRow : integerIn(same, "row");
        if (row === nextRow) {
          this.#insert.run(task, row, entry.id, json);
          nextRow += 1;
        }
        found.push([entry, row]);
      }
      rows.add(row);
    }
    for (const { from, to } of without(stored.rows, rows.list)) this.#delete.run(task, from, to);
    return { rows: rows.list, nextRow, remember: () => this.#remember(known, found) };
  }

  /** @throws StateFormatError naming the entry that is missing or damaged */
  load(task: number, rows: readonly Range[]): readonly HistoryEntry[] {
    const known = this.#knownOf(task);
    const history: HistoryEntry[] = [];
    for (const { from, to } of rows) {
      let expected = from;
      for (const row of this.#between.iterate(task, from, to)) {
        if (integerIn(row, "row") !== expected) break;
        const entry = parseEntry(textIn(row, "json"), history.length);
        this.#remember(known, [[entry, expected]]);
        history.push(entry);
        expected += 1;
      }
      if (expected <= to) throw new StateFormatError(`/history/${history.length}`, `its row ${expected} is missing`);
    }
    return history;
  }

  #knownOf(task: number): WeakMap<HistoryEntry, number> {
    const known = this.#known.get(task) ?? new WeakMap<HistoryEntry, number>();
    this.#known.delete(task);
    this.#known.set(task, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > KNOWN_TASKS && oldest !== undefined) this.#known.delete(oldest);
    return known;
  }

  /** Frozen, because an object that can change says nothing about what was stored. */
  #remember(known: WeakMap<HistoryEntry, number>, entries: readonly (readonly [HistoryEntry, number])[]): void {
    for (const [entry, row] of entries) known.set(freeze(entry), row);
  }
}

function parseEntry(json: string, index: number): HistoryEntry {
  try {
    const entry: unknown = JSON.parse(json);
    if (isEntry(entry)) return entry;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw new StateFormatError(`/history/${index}`, "its stored JSON is damaged");
}

/** What it holds beyond this is the kernel's to check. */
function isEntry(value: unknown): value is HistoryEntry {
  return isJsonObject(value) && typeof value.id === "string" && isJsonObject(value.item);
}
