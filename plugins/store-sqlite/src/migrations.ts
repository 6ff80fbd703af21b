/**
 * What leads from each version of the file to the next: the n-th makes version n. `PRAGMA user_version` holds the version.
 * What has been released is never changed; a new layout is a new migration.
 *
 * - `entries` holds each history entry once, immutable, under a row number that is never given twice.
 * - `tasks.history` names the rows of the current history, in order, as ranges: a state that grows by one entry costs
 *   one row and a small text, however long its history is.
 * - `tasks.state` is the rest of the state. `records` hold what a compaction removed themselves.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE tasks (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    task_id TEXT NOT NULL UNIQUE,
    version INTEGER NOT NULL,
    next_row INTEGER NOT NULL,
    history TEXT NOT NULL,
    state TEXT NOT NULL
  ) STRICT;
  CREATE TABLE entries (
    task INTEGER NOT NULL REFERENCES tasks (key),
    row INTEGER NOT NULL,
    entry_id TEXT NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (task, row)
  ) STRICT;
  CREATE INDEX entries_by_id ON entries (task, entry_id);
  CREATE TABLE records (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    task INTEGER NOT NULL REFERENCES tasks (key),
    record_id TEXT NOT NULL,
    json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX records_by_id ON records (task, record_id);
  `,
];
