import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";

/** A folder of this test's own, which ends with it. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "varve-store-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** What the file holds, seen by a connection of its own. */
export function query(path: string, sql: string): readonly Record<string, unknown>[] {
  const database = new DatabaseSync(path);
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

/** Changes the file behind the store's back. */
export function execute(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}
