import type { DatabaseSync } from "node:sqlite";

/** What the body returns, once all that it wrote is durable; when it throws, none of it was written. */
export function inTransaction<T>(database: DatabaseSync, kind: "IMMEDIATE" | "DEFERRED", body: () => T): T {
  database.exec(`BEGIN ${kind}`);
  try {
    const result = body();
    database.exec("COMMIT");
    return result;
  } catch (cause) {
    // SQLite has rolled back by itself where the disk is full or the file cannot be read.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw cause;
  }
}
