// The second run: another process goes on where the first one stopped, tries a compaction, and undoes one.
//   node examples/custom-harness/02-second-run.ts [FOLDER]
import { join } from "node:path";
import { append, message } from "@varve/kernel";
import { harnessKernel } from "./compose.ts";
import { answered } from "./loop.ts";
import { receipt } from "./receipt.ts";

const kernel = await harnessKernel(process.argv[2] ?? join(import.meta.dirname, ".varve"));
const stored = await kernel.load("read-the-harness");
if (stored === null) throw new Error("There is nothing to go on with. Run 01-first-run.ts first.");
console.log(`Resumed at turn ${stored.turn}, version ${stored.version}, with ${stored.history.length} entries.`);

const question = "And what does the store hold?";
console.log(`“${question}”`);
const state = await answered(kernel, append(stored, [message("user", question)]));

console.log("\nA dry run: what a compaction now would do. Nothing is written.");
const proposal = await kernel.propose(state);
if (proposal !== null) {
  const { tokensBefore, tokensAfter, removed } = proposal;
  console.log(`  it would remove ${removed.length} entries: ${tokensBefore} → ${tokensAfter} tokens`);
}

console.log("\nWho decided what, as the store tells it:");
const { records } = await kernel.records(state.taskId);
for (const { id, reason, decisions } of records) {
  console.log([`${id}, because of the ${reason}:`, ...decisions.map(receipt)].join("\n"));
}

const last = records.at(-1);
if (last !== undefined) {
  const undone = kernel.restore(state, last);
  console.log(`
Undone, ${last.id} gives back ${last.removed.length} entries: the history has ${undone.history.length} instead of ${state.history.length}.
The stored state is as it was: kernel.save(undone) would make it so.`);
}
