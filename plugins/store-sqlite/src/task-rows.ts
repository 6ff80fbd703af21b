import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type AgentState, isJsonObject, StateFormatError } from "@varve/kernel";
import { integerIn, textIn } from "./columns.ts";
import type { HistoryPlace } from "./history-rows.ts";
import { readRanges, writeRanges } from "./ranges.ts";

/** A task as it is stored: everything but its history, and where that stands. */
export interface TaskRow {
  readonly key: number;
  readonly version: number;
  readonly nextRow: number;
  /** The rows of its history, as ranges. */
  readonly history: string;
  /** JSON of the state, with an empty history. */
  readonly state: string;
}

/** The current state of each task. */
export class TaskRows {
  readonly #find: StatementSync;
  readonly #insert: StatementSync;
  readonly #update: StatementSync;

  constructor(database: DatabaseSync) {
    this.#find = database.prepare("SELECT key, version, next_row, history, state FROM tasks WHERE task_id = ?");
    this.#insert = database.prepare(
      "INSERT INTO tasks (task_id, version, next_row, history, state) VALUES (?, 0, 1, '', 'null') RETURNING key",
    );
    this.#update = database.prepare("UPDATE tasks SET version = ?, next_row = ?, history = ?, state = ? WHERE key = ?");
  }

  find(taskId: string): TaskRow | null {
    const row = this.#find.get(taskId);
    if (row === undefined) return null;
    return {
      key: integerIn(row, "key"),
      version: integerIn(row, "version"),
      nextRow: integerIn(row, "next_row"),
      history: textIn(row, "history"),
      state: textIn(row, "state"),
    };
  }

  /** A task that has no state yet. Runs inside a transaction. */
  create(taskId: string): TaskRow {
    const key = integerIn(this.#insert.get(taskId) ?? {}, "key");
    return { key, version: 0, nextRow: 1, history: "", state: "null" };
  }

  update(key: number, state: AgentState, place: HistoryPlace): void {
    // The empty history keeps its place among the keys, so that a state is read with its keys in the order they had.
    const json = JSON.stringify({ ...state, history: [] });
    this.#update.run(state.version, place.nextRow, writeRanges(place.rows), json, key);
  }
}

/** Where the history of a task stands. @throws StateFormatError when its list of rows is damaged */
export function parsePlace({ history, nextRow }: TaskRow): HistoryPlace {
  const rows = readRanges(history);
  if (rows === null) throw new StateFormatError("/history", "the stored list of its rows is damaged");
  return { rows, nextRow };
}

/** The state without its history. @throws StateFormatError when its JSON is damaged */
export function parseState({ state: json }: TaskRow): AgentState {
  try {
    const state: unknown = JSON.parse(json);
    if (isState(state)) return state;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw new StateFormatError("", "its stored JSON is damaged");
}

/** What it holds beyond this is the kernel's to check. */
function isState(value: unknown): value is AgentState {
  return isJsonObject(value) && typeof value.taskId === "string" && Array.isArray(value.history);
}
