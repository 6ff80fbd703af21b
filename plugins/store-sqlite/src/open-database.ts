import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { integerIn } from "./columns.ts";
import { MIGRATIONS } from "./migrations.ts";
import { closeAtExit } from "./open-databases.ts";
import { StoreProblem } from "./store-problem.ts";
import { inTransaction } from "./transaction.ts";

/** `PRAGMA application_id` of our files: "varv" in ASCII. */
const APPLICATION_ID = 0x76617276;

/** A database that lives and ends with its connection. */
export const IN_MEMORY = ":memory:";

/**
 * Opens the file, or makes it with its folder, and brings it to the current layout. What is no database, belongs to
 * another application or was written by a newer version is refused before a byte of it is changed.
 *
 * @throws StoreProblem, and what SQLite and the file system throw
 * @param busyTimeoutMs how long to wait for another process that writes
 */
export function openDatabase(path: string, busyTimeoutMs: number): DatabaseSync {
  if (path !== IN_MEMORY) mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs });
  try {
    const version = inTransaction(database, "DEFERRED", () => readableVersion(database));
    useWriteAheadLog(database, path, busyTimeoutMs);
    // A write is durable before it is answered, also through a power failure.
    database.exec("PRAGMA synchronous = FULL");
    if (version < MIGRATIONS.length) migrate(database);
  } catch (cause) {
    database.close();
    throw cause;
  }
  closeAtExit(database);
  return database;
}

/** The version of the layout; 0 for a file that is empty. Inside a transaction, since another process may be making it. */
function readableVersion(database: DatabaseSync): number {
  const version = pragma(database, "user_version");
  const application = pragma(database, "application_id");
  const isEmpty = version === 0 && application === 0 && count(database) === 0;
  if (!isEmpty && application !== APPLICATION_ID) {
    throw new StoreProblem("it is a database of another application. It was left as it is: set another path");
  }
  if (version > MIGRATIONS.length) {
    throw new StoreProblem(
      `it was written by a newer version (layout ${version}; this one reads up to ${MIGRATIONS.length}). It was left as it is: update @varve/store-sqlite, or set another path`,
    );
  }
  return version;
}

function migrate(database: DatabaseSync): void {
  inTransaction(database, "IMMEDIATE", () => {
    // Another process may have been faster: what counts is the version under the lock.
    const version = readableVersion(database);
    for (const migration of MIGRATIONS.slice(version)) database.exec(migration);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  });
}

/** SQLite does not wait for the lock that this change needs, so this does: two processes may make one file at once. */
function useWriteAheadLog(database: DatabaseSync, path: string, busyTimeoutMs: number): void {
  if (path === IN_MEMORY) return;
  const giveUpAt = Date.now() + busyTimeoutMs;
  for (;;) {
    try {
      const mode = database.prepare("PRAGMA journal_mode = WAL").get()?.journal_mode;
      if (mode === "wal") return;
      throw new StoreProblem(
        `it cannot have a write-ahead log (it stays in mode ${String(mode)}). Set a path on a local disk`,
      );
    } catch (cause) {
      if (!isBusy(cause) || Date.now() > giveUpAt) throw cause;
      sleep(10);
    }
  }
}

function isBusy(cause: unknown): boolean {
  return (
    cause instanceof Error && "errcode" in cause && typeof cause.errcode === "number" && (cause.errcode & 0xff) === 5
  );
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function pragma(database: DatabaseSync, name: "user_version" | "application_id"): number {
  return integerIn(database.prepare(`PRAGMA ${name}`).get() ?? {}, name);
}

function count(database: DatabaseSync): number {
  return integerIn(database.prepare("SELECT count(*) AS count FROM sqlite_schema").get() ?? {}, "count");
}
