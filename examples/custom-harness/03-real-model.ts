// The same agent, asked by you and answered by a model, over any of the three wire formats.
//   node examples/custom-harness/03-real-model.ts [--api responses|chat_completions|messages] [--model NAME]
//     [--base-url URL] [--task ID] [--folder FOLDER] [--budget TOKENS] "QUESTION"
// The key is in OPENAI_API_KEY or ANTHROPIC_API_KEY. A task that is stored goes on where it stopped.
import { join } from "node:path";
import { exit } from "node:process";
import { parseArgs } from "node:util";
import { CacheLedger, cacheLedger } from "@varve/cache-ledger";
import { AbortedError, append, createState, install, message, VarveError } from "@varve/kernel";
import { APIS, realModel } from "./asking.ts";
import { harnessKernel } from "./compose.ts";
import streamer from "./streamer.ts";
import { TOOLS } from "./tools.ts";
import { answeredByModel } from "./turns.ts";

const text = { type: "string" } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { api: text, model: text, "base-url": text, task: text, folder: text, budget: text },
});
const api = APIS.find((name) => name === (values.api ?? "responses"));
const budget = Number(values.budget ?? 20_000);
const question = positionals.join(" ");
if (api === undefined || question === "" || !Number.isSafeInteger(budget) || budget <= 0) {
  console.error(
    `Ask a question: 03-real-model.ts [--api ${APIS.join("|")}] [--budget TOKENS] "How does the loop end?"`,
  );
  exit(2);
}

const abort = new AbortController();
process.once("SIGINT", () => abort.abort(new Error("interrupted")));

const ledger = new CacheLedger();
const kernel = await harnessKernel(values.folder ?? join(import.meta.dirname, ".varve"), {
  asking: realModel({
    api,
    ...(values.model === undefined ? {} : { name: values.model }),
    ...(values["base-url"] === undefined ? {} : { baseUrl: values["base-url"] }),
  }),
  budget,
  watching: [install(streamer, undefined), install(cacheLedger(ledger), undefined)],
});
const taskId = values.task ?? `ask-${api}`;
try {
  const stored = await kernel.load(taskId);
  if (stored !== null) console.log(`Resumed at turn ${stored.turn}, with ${stored.history.length} entries.`);
  const begun = stored ?? createState({ taskId, tools: TOOLS });
  const state = await answeredByModel(kernel, append(begun, [message("user", question)]), abort.signal);
  const { turns, auxiliary } = ledger.totals();
  const share = Math.round(100 * (turns.cachedShare ?? 0));
  console.log(`\nTurns: ${state.turn}. Compactions: ${state.compaction.count}. Stored as version ${state.version}.`);
  console.log(`${turns.inputTokens} tokens sent, ${share} % of them cached; ${turns.outputTokens} answered.`);
  console.log(
    `Summaries: ${auxiliary.requests} calls. US$ ${(turns.usd + auxiliary.usd).toFixed(4)} where the price is known.`,
  );
} catch (error) {
  if (error instanceof AbortedError)
    console.error("\nStopped. What was answered before is stored: run it again to go on.");
  else if (error instanceof VarveError) console.error(`\n${error.message}`);
  else throw error;
  exit(1);
}
