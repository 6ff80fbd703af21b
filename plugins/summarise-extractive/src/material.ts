import { setImmediate } from "node:timers/promises";
import type { SummariseContext } from "@varve/kernel";
import { carriedFrom } from "./carry-forward.ts";
import { factsIn } from "./facts.ts";
import { type Failure, failuresIn } from "./failures.ts";
import { type Inventory, inventoryOf, merged } from "./inventory.ts";
import type { Extract, SectionName } from "./layout.ts";
import { Ledger } from "./ledger.ts";
import { type Passage, passagesOf } from "./passages.ts";
import { type Candidate, type Ranked, rankSentences } from "./rank.ts";
import { sentencesOf } from "./sentences.ts";
import { type ToolUse, toolUsesIn } from "./tool-uses.ts";

/** Everything that a summary may be put together from, before anything is chosen. */
export interface Material {
  /** The previous summary, taken apart. */
  readonly carried: Extract;
  /** What is removed now, and what the previous summary already counted. */
  readonly inventory: Inventory;
  /** The user's messages, oldest first; those that the previous summary holds come before them. */
  readonly requests: readonly string[];
  /** What the assistant said, and what the previous summary kept of it, the best first. */
  readonly said: readonly Ranked[];
  readonly failures: readonly Failure[];
  readonly toolUses: readonly ToolUse[];
  readonly sections: readonly Passage[];
  readonly ledger: Ledger;
}

/** After so many UTF-16 units of work, others get their turn: aborting must stay possible while megabytes are read. */
const UNITS_A_TURN = 1_000_000;
/** The most of what was said that is split into sentences, UTF-16 units; the newest counts. */
const MOST_SAID = 1_500_000;

/**
 * Reads what will be removed, once.
 * @throws the reason of the context's signal, when it aborts meanwhile
 */
export async function gather(context: SummariseContext): Promise<Material> {
  const carried = carriedFrom(context.previousSummary);
  const passages = passagesOf(context.removed, context.folded);
  const toolUses = toolUsesIn(passages);
  const ledger = new Ledger(new Map(toolUses.map(({ tool, calls }) => [tool, calls])));
  addCarried(carried, ledger);
  let units = 0;
  for (const passage of passages) {
    ledger.add(passage);
    units += passage.text.length;
    if (units > UNITS_A_TURN) {
      units = 0;
      await setImmediate();
      context.signal.throwIfAborted();
    }
  }
  const failures = failuresIn(passages);
  await setImmediate();
  context.signal.throwIfAborted();
  return {
    carried,
    inventory: merged(carried.inventory, inventoryOf(context.removed)),
    requests: [
      ...carried.lines.requests.map(({ text }) => text),
      ...passages.filter(({ speaker, text }) => speaker === "user" && text.trim() !== "").map(({ text }) => text),
    ],
    said: rankSentences([...carriedCandidates(carried, ledger), ...candidatesIn(passages, ledger)]),
    failures,
    toolUses,
    sections: passages.filter(({ speaker, text }) => speaker === "section" && text.trim() !== ""),
    ledger,
  };
}

/** Sections of the previous summary whose lines may be left out for newer ones. */
const REPLACED = ["said", "earlier", "errors", "tools", "sections"] as const satisfies readonly SectionName[];

/** A line that is left out takes nothing with it: what it names is then still worth a place. */
function addCarried({ lines }: Extract, ledger: Ledger): void {
  const all = REPLACED.flatMap((name) => lines[name]);
  const textOf = (quoted: boolean): string =>
    all.flatMap(({ mark, text }) => ((mark === ">") === quoted ? [text] : [])).join("\n");
  ledger.add({ speaker: "assistant", text: textOf(false), index: 0 });
  ledger.add({ speaker: "tool", text: textOf(true), index: 0 });
}

/** From 0 to 1: how much of what a text names is likely to be needed again. */
export function telling(text: string, ledger: Ledger): number {
  let worth = 0;
  for (const fact of factsIn(text)) {
    const tally = ledger.get(fact.text);
    if (tally !== undefined) worth += ledger.worth(tally);
    if (worth >= 1) return 1;
  }
  return worth;
}

function carriedCandidates(carried: Extract, ledger: Ledger): readonly Candidate[] {
  const lines = carried.lines.said;
  return lines.map(({ text }, index) => ({
    text,
    order: index - lines.length,
    facts: telling(text, ledger),
    position: 0.5,
  }));
}

function candidatesIn(passages: readonly Passage[], ledger: Ledger): readonly Candidate[] {
  const concluding = conclusions(passages);
  const chosen: Candidate[][] = [];
  let units = 0;
  for (const passage of passages.toReversed()) {
    if (passage.speaker !== "assistant" && passage.speaker !== "developer") continue;
    units += passage.text.length;
    if (units > MOST_SAID) break;
    const late = 0.4 * ((passage.index + 1) / passages.length);
    const closing = concluding.has(passage.index) ? 0.35 : 0;
    chosen.push(
      sentencesOf(passage.text).map((text, index) => ({
        text,
        order: passage.index + index / 100_000,
        facts: telling(text, ledger),
        position: late + closing + (index === 0 ? 0.25 : 0),
      })),
    );
  }
  return chosen.reverse().flat();
}

/** The assistant's last words before each of the user's: there it says what came out. */
function conclusions(passages: readonly Passage[]): ReadonlySet<number> {
  const found = new Set<number>();
  let last = -1;
  for (const { speaker, index } of passages) {
    if (speaker === "assistant") last = index;
    if (speaker === "user" && last >= 0) found.add(last);
  }
  if (last >= 0) found.add(last);
  return found;
}
