// `npm start`: replays the recorded example sessions, each under a budget that makes it compact several times, with neither
// a key nor a network, and says where everything lies.
import { chdir } from "node:process";
import { fileURLToPath } from "node:url";
import { runVarve, terminalOf } from "../plugins/cli/src/index.ts";

const SESSIONS: readonly (readonly [name: string, budgetTokens: number])[] = [
  ["fix-inventory.jsonl", 24_000],
  ["translate-docs.jsonl", 5_000],
  ["read-charts.json", 4_500],
];

chdir(fileURLToPath(new URL("..", import.meta.url)));
const terminal = terminalOf(process);
const { write, colours } = terminal.out;

for (const [name, budgetTokens] of SESSIONS) {
  const requests = `.varve/start/${name.replace(/\.jsonl?$/, "")}`;
  const args = ["replay", `examples/sessions/${name}`, "--budget", String(budgetTokens), "--requests", requests];
  write(`${colours.dim(`$ varve ${args.join(" ")}`)}\n`);
  const exitCode = await runVarve(args, terminal, new AbortController().signal);
  process.exitCode = Math.max(Number(process.exitCode ?? 0), exitCode);
}

write(`
Every request body lies in .varve/start/<session>/ as 0001.json, 0002.json and so on. A compaction record lies beside the
request that it led to, as 0007.compaction.json, and all of them in records.db, as a store keeps them.

What to try next:
  npm run -s varve -- replay examples/sessions/fix-inventory.jsonl --budget 24000 --show 18
  npm run -s varve -- explain
  npm run -s varve -- replay YOUR-SESSION
`);
