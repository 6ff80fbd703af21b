import { type Conversation, conversation } from "@varve/test-builders";

/** A made-up coding session: every step reads a file, edits it and tests it, and later steps come back to earlier ones. */
export interface Session {
  readonly talk: Conversation;
  /** What the later half needs of the earlier one: the paths, identifiers, numbers and errors that it uses again. */
  readonly needed: readonly string[];
}

const AREAS = ["billing", "search", "auth", "export", "mail", "audit"] as const;
const NOUNS = ["Invoice", "Query", "Token", "Report", "Queue", "Ledger", "Cursor", "Batch"] as const;
const VERBS = ["load", "merge", "prune", "flush", "index", "retry"] as const;

export function codingSession(steps: number): Session {
  const talk = conversation();
  const made: Step[] = [];
  const needed: string[] = [];
  for (let index = 0; index < steps; index += 1) {
    const step = stepOf(index);
    made.push(step);
    if (index % 8 === 0)
      talk.user(`Now make ${step.area} reliable: start with ${step.path} and keep ${step.limit} as its limit.`);
    talk.exchange("read", { path: step.path }, source(step));
    talk.exchange("edit", { path: step.path, old: step.symbol, new: `${step.symbol}Safe` }, `Edited ${step.path}.`);
    talk.call("bash", { command: `npm test -- ${step.area}`, timeout: step.limit });
    if (index % 5 === 0) talk.failure(step.error);
    else talk.result(`${noise(index)}\nTests ${index + 3} passed`);
    talk.assistant(
      `${step.symbol} in ${step.path} dropped ${step.code} when the ${step.area} pool was empty, so it now waits up to ${step.limit} ms.`,
    );
    const back = index >= steps / 2 ? made[index - Math.floor(steps / 2)] : undefined;
    if (back !== undefined) {
      talk.exchange("grep", { pattern: back.symbol, path: back.path }, `${back.path}:12: ${back.symbol}(batch)`);
      needed.push(back.symbol, back.path, back.code, String(back.limit));
      if ((index - Math.floor(steps / 2)) % 5 === 0) needed.push(back.error);
    }
  }
  return { talk, needed: [...new Set(needed)] };
}

interface Step {
  readonly area: string;
  readonly path: string;
  readonly symbol: string;
  readonly code: string;
  readonly limit: number;
  readonly error: string;
}

function stepOf(index: number): Step {
  const area = pick(AREAS, index);
  const noun = pick(NOUNS, index * 5 + 1);
  const symbol = `${pick(VERBS, index * 7)}${noun}${index}`;
  const limit = 1_000 + index * 37;
  return {
    area,
    symbol,
    limit,
    path: `packages/${area}/src/${noun.toLowerCase()}-${index}.ts`,
    code: `E_${area.toUpperCase()}_${400 + index}`,
    error: `TypeError: ${symbol} is not a function (limit ${limit})`,
  };
}

function source({ symbol, path, code }: Step): string {
  const body = Array.from({ length: 25 }, (_, line) => `  const value${line} = await step${line}(input, ${line * 3});`);
  return [
    `// ${path}`,
    `export async function ${symbol}(input: Input) {`,
    ...body,
    `  if (!input) return "${code}";`,
    "}",
  ].join("\n");
}

function noise(index: number): string {
  return Array.from(
    { length: 12 },
    (_, line) => `  ✓ case ${line} of suite ${index} (${(line * 13 + index) % 90} ms)`,
  ).join("\n");
}

function pick<Item>(list: readonly [Item, ...Item[]], index: number): Item {
  return list[index % list.length] ?? list[0];
}
