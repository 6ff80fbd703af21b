// Writes the tables of docs/strategies.md: every strategy over the recorded example sessions. `npm run docs` runs it, and a test
// compares the page with what it would write: no figure in it is written by hand.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pc from "picocolors";
import { runVarve } from "../plugins/cli/src/index.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = fileURLToPath(new URL("../docs/strategies.md", import.meta.url));

const SESSIONS: readonly (readonly [name: string, budgetTokens: number])[] = [
  ["fix-inventory.jsonl", 24_000],
  ["translate-docs.jsonl", 8_000],
  ["read-charts.json", 8_000],
];

const PLUGINS = [
  "summarise-extractive",
  "summarise-anchored",
  "summarise-clear-tool-results",
  "summarise-sliding-window",
] as const;

interface Share {
  readonly found: number;
  readonly of: number;
}

/** What of `varve compare --json` the tables show. */
interface Compared {
  readonly strategy: string;
  readonly compactions: number;
  readonly sentTokens: number;
  readonly cachedTokens: number;
  readonly meanTokensAfter: number | null;
  readonly inputCost: { readonly usd: number; readonly model: string; readonly asOf: string } | null;
  readonly survived: { readonly kinds: Readonly<Record<string, Share>>; readonly reused: Share };
}

/** The page with its tables written anew. */
export async function strategiesPage(text: string): Promise<string> {
  let written = text;
  for (const [name, budget] of SESSIONS) {
    const begin = `<!-- table ${name} -->`;
    const end = `<!-- end ${name} -->`;
    const [from, to] = [written.indexOf(begin), written.indexOf(end)];
    if (from === -1 || to < from) throw new Error(`docs/strategies.md has no place for the table of ${name}.`);
    const table = tableOf(await compare(name, budget));
    written = `${written.slice(0, from)}${begin}\n\n${table}\n\n${written.slice(to)}`;
  }
  return written;
}

async function compare(name: string, budget: number): Promise<readonly Compared[]> {
  let [out, err] = ["", ""];
  const colours = pc.createColors(false);
  const output = (write: (words: string) => void) => ({ write, colours, isWatched: false, columns: 200 });
  const terminal = {
    out: output((words) => {
      out += words;
    }),
    err: output((words) => {
      err += words;
    }),
    progress: { show: () => undefined, clear: () => undefined },
    folder: root,
  };
  const strategies = ["never", ...PLUGINS.map((plugin) => `./plugins/${plugin}/src/index.ts`)];
  const args = ["compare", `examples/sessions/${name}`, "--budget", String(budget), "--json"];
  const flags = strategies.flatMap((strategy) => ["--strategy", strategy]);
  const code = await runVarve([...args, ...flags], terminal, new AbortController().signal);
  if (code !== 0) throw new Error(`varve compare ended with ${code}: ${err}`);
  const { strategies: compared }: { readonly strategies: readonly Compared[] } = JSON.parse(out);
  return compared;
}

function tableOf(compared: readonly Compared[]): string {
  const rows = compared.map((each) => {
    const { kinds, reused } = each.survived;
    const share = (...names: readonly string[]): string => percent(names.flatMap((name) => kinds[name] ?? []));
    const cells = [
      each.strategy.replace(/^\.\/plugins\/(.*)\/src\/index\.ts$/, "`$1`"),
      String(each.compactions),
      NUMBERS.format(each.sentTokens),
      percent([{ found: each.cachedTokens, of: each.sentTokens }]),
      each.inputCost === null ? "–" : each.inputCost.usd.toFixed(3),
      each.meanTokensAfter === null ? "–" : NUMBERS.format(each.meanTokensAfter),
      share("path", "identifier", "number"),
      share("error", "request", "decision"),
      percent([reused]),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    "| strategy | compactions | tokens sent | cached | input, US$ | after | exact | said | used again |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...rows,
  ].join("\n");
}

const NUMBERS = new Intl.NumberFormat("en-US");

function percent(shares: readonly Share[]): string {
  const found = shares.reduce((sum, share) => sum + share.found, 0);
  const of = shares.reduce((sum, share) => sum + share.of, 0);
  return of === 0 ? "–" : `${((100 * found) / of).toFixed(1)} %`;
}

if (import.meta.main) writeFileSync(page, await strategiesPage(readFileSync(page, "utf8")));
