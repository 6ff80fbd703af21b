import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type CompactionRecord, isJsonObject, type PersistenceReadResult } from "@varve/kernel";
import { textIn } from "./columns.ts";
import { StoreProblem } from "./store-problem.ts";

type StoredRecords = Extract<PersistenceReadResult, { kind: "records" }>;

/** Compaction records, each whole in itself. They are added and read, never changed. */
export class RecordRows {
  readonly #insert: StatementSync;
  readonly #latest: StatementSync;
  readonly #all: StatementSync;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare("INSERT INTO records (task, record_id, json) VALUES (?, ?, ?)");
    // A compaction that was undone and done again has the same id: the later record is the one that can be restored.
    this.#latest = database.prepare(
      "SELECT json FROM records WHERE task = ? AND record_id = ? ORDER BY key DESC LIMIT 1",
    );
    this.#all = database.prepare("SELECT record_id, json FROM records WHERE task = ? ORDER BY key");
  }

  add(task: number, record: CompactionRecord): void {
    this.#insert.run(task, record.id, JSON.stringify(record));
  }

  /** @throws StoreProblem when it is there but damaged */
  find(task: number, id: string): CompactionRecord | null {
    const row = this.#latest.get(task, id);
    if (row === undefined) return null;
    const parsed = parseRecord(id, textIn(row, "json"));
    if ("damage" in parsed)
      throw new StoreProblem(`record ${id}: ${parsed.damage}. The other records can still be read`);
    return parsed.record;
  }

  /** A damaged record hides none of the others. */
  all(task: number): StoredRecords {
    const records: CompactionRecord[] = [];
    const damaged: { readonly id: string; readonly reason: string }[] = [];
    for (const row of this.#all.iterate(task)) {
      const id = textIn(row, "record_id");
      const parsed = parseRecord(id, textIn(row, "json"));
      if ("damage" in parsed) damaged.push({ id, reason: parsed.damage });
      else records.push(parsed.record);
    }
    return { kind: "records", records, damaged };
  }
}

function parseRecord(id: string, json: string): { record: CompactionRecord } | { damage: string } {
  try {
    const record: unknown = JSON.parse(json);
    return isRecord(record, id) ? { record } : { damage: `its stored JSON is not the record ${id}` };
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    return { damage: `its stored JSON is damaged: ${cause.message}` };
  }
}

/** What it holds beyond this is the kernel's to check. */
function isRecord(value: unknown, id: string): value is CompactionRecord {
  return isJsonObject(value) && value.id === id && Array.isArray(value.removed) && Array.isArray(value.inserted);
}
