import { isAbsolute } from "node:path";
import { definePlugin, type Plugin, type PluginKernel, PluginOptionsError, STAGES } from "@varve/kernel";
import { SqliteStore } from "./sqlite-store.ts";

export { SqliteStore } from "./sqlite-store.ts";

const NAME = "@varve/store-sqlite";

export interface StoreSqliteOptions {
  /** An absolute path; its folder is made where it is missing. `:memory:` stores nothing beyond this kernel. */
  readonly path: string;
}

/** Answers `persistence.write` and `persistence.read` out of one SQLite file, which is opened at the first use. */
export default definePlugin<StoreSqliteOptions>({
  name: NAME,
  api: 1,
  options: {
    type: "object",
    additionalProperties: false,
    required: ["path"],
    properties: { path: { type: "string", minLength: 1 } },
  },
  apply(kernel, { path }) {
    // A kernel without `validate` lets absent options through.
    if (typeof path !== "string" || (path !== ":memory:" && !isAbsolute(path))) {
      throw new PluginOptionsError(NAME, [{ pointer: "/path", reason: "must be an absolute path, or :memory:" }]);
    }
    answerWith(kernel, new SqliteStore(path));
  },
});

/** The same plugin over a store that the caller holds, and may close. */
export function storeSqlite(store: SqliteStore): Plugin {
  return definePlugin({ name: NAME, api: 1, apply: (kernel) => answerWith(kernel, store) });
}

function answerWith({ hooks: { persistence } }: PluginKernel, store: SqliteStore): void {
  persistence.write.in.tap({ name: NAME, stage: STAGES.default }, (context) => store.write(context));
  persistence.read.in.tap({ name: NAME, stage: STAGES.default }, (context) => store.read(context));
}
