// The first run: an agent reads this harness, and its context is compacted on the way.
//   node examples/custom-harness/01-first-run.ts [FOLDER]
import { rmSync } from "node:fs";
import { join } from "node:path";
import { append, createState, message } from "@varve/kernel";
import { harnessKernel } from "./compose.ts";
import { answered } from "./loop.ts";
import { TOOLS } from "./tools.ts";

const folder = process.argv[2] ?? join(import.meta.dirname, ".varve");
for (const suffix of ["", "-wal", "-shm"]) rmSync(join(folder, `harness.db${suffix}`), { force: true });

const kernel = await harnessKernel(folder);
const start = createState({ taskId: "read-the-harness", tools: TOOLS });
const question = "Explain to me how this harness works.";
console.log(`“${question}”`);
const state = await answered(kernel, append(start, [message("user", question)]));

console.log(`
Turns: ${state.turn}. Compactions: ${state.compaction.count}. Entries left in the history: ${state.history.length}.
The plan, as the state holds it: ${state.data.plan?.steps.map(({ text, status }) => `${text} (${status})`).join(", ")}.
Stored as version ${state.version}. Go on with: node examples/custom-harness/02-second-run.ts`);
