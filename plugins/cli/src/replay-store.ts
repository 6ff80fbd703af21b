import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { definePlugin, type Plugin, VarveError } from "@varve/kernel";
import type { SqliteStore } from "@varve/store-sqlite";

const NAME = "@varve/cli/replay";

/** Before everybody else, whatever stage they chose. */
const FIRST = Number.MIN_SAFE_INTEGER;

/** Behind third parties and before the default: a stand-in model that a plugin brings may answer, the network may not. */
const BEFORE_DEFAULT = 999;

/**
 * Keeps a replay from touching anything real: its states and records go into a store of its own, even where a plugin brings
 * another one, and the default model is never asked.
 */
export function isolated(store: SqliteStore): Plugin {
  return definePlugin({
    name: NAME,
    api: 1,
    apply({ hooks: { persistence, model } }) {
      persistence.write.in.tap({ name: NAME, stage: FIRST }, (context) => store.write(context));
      persistence.read.in.tap({ name: NAME, stage: FIRST }, (context) => store.read(context));
      model.invoke.in.tap({ name: NAME, stage: BEFORE_DEFAULT }, () => {
        throw new VarveError(
          "MODEL",
          "a replay has no network, so no model can be asked. Install a summariser that needs none, or a plugin that answers model.invoke itself.",
        );
      });
    },
  });
}

/**
 * Where the records of one replayed file go: beside the configured store, never into it, and in the same place each time
 * the same file is replayed.
 *
 * @param configured the configured store's absolute path, or `:memory:`
 * @param file the recording's absolute path
 */
export function recordsPath(configured: string, file: string): string {
  if (configured === ":memory:") return configured;
  const digest = createHash("sha256").update(file).digest("hex").slice(0, 8);
  return join(dirname(configured), "replay", `${basename(file, extname(file))}-${digest}.db`);
}

/** Takes away what an earlier replay stored, so that this one begins anew. */
export async function removeDatabase(path: string): Promise<void> {
  if (path === ":memory:") return;
  for (const suffix of ["", "-wal", "-shm"]) await rm(`${path}${suffix}`, { force: true });
}
