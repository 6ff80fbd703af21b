import type { DatabaseSync } from "node:sqlite";

/** Held weakly: a store that nobody uses any more is closed by the garbage collector. */
const open = new Set<WeakRef<DatabaseSync>>();
const collected = new FinalizationRegistry<WeakRef<DatabaseSync>>((reference) => open.delete(reference));
let listens = false;

/**
 * Closes a database when the process ends, also through `process.exit`, so that its log is merged into the one file.
 * What was written is durable without this too. One listener serves any number of databases.
 */
export function closeAtExit(database: DatabaseSync): void {
  const reference = new WeakRef(database);
  open.add(reference);
  collected.register(database, reference);
  if (listens) return;
  listens = true;
  process.on("exit", () => {
    for (const each of open) {
      const still = each.deref();
      if (still?.isOpen) still.close();
    }
  });
}
