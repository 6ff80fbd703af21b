import { ConflictError, message } from "@varve/kernel";
import { agentState, entry, readContext, writeContext } from "@varve/test-builders";
import { SqliteStore } from "../src/index.ts";

// A process of its own: appends entries to one task of a file, each based on what it read, and prints every version that
// it was told is stored. A conflict means that another process was faster: it reads again.
const [path = "", name = "", times = ""] = process.argv.slice(2);
const store = new SqliteStore(path);
for (let done = 0; done < Number(times); ) {
  const read = store.read(readContext({ kind: "state" }));
  const state = (read.kind === "state" && read.state) || agentState({ version: 0 });
  const version = state.version + 1;
  const history = [...state.history, entry(version, message("user", `${name} ${done}`))];
  try {
    store.write(writeContext({ ...state, version, history }));
    done += 1;
    process.stdout.write(`${version}\n`);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
}
