import fc from "fast-check";
import type { Broken, Finding } from "../rule.ts";
import type { Block } from "./blocks.ts";
import { generatedBlocks } from "./generated.ts";
import { printed } from "./print.ts";
import { type Items, itemsOf } from "./rounds.ts";

/** Says what is wrong with what a plugin makes of a conversation, or `null`. */
export type Judge = (items: Items) => Promise<(Finding & { readonly of?: string }) | null>;

/** Carries a finding through fast-check. */
class Found extends Error {
  readonly finding: Finding;
  readonly items: Items;

  constructor(finding: Finding, items: Items) {
    super(finding.came);
    this.finding = finding;
    this.items = items;
  }
}

/**
 * Tries every fault input and some generated conversations, and where the judge finds something in one, looks for the
 * smallest conversation in which it still does: fast-check takes blocks away and makes them simpler, then single items go.
 */
export async function smallest(
  judge: Judge,
  given: {
    readonly inputs: readonly (readonly Block[])[];
    readonly conversations: readonly Items[];
    readonly runs: number;
    readonly seed: number;
    /** How long is looked for a smaller one, and how long generated ones are tried, milliseconds. Inputs are all tried. */
    readonly searchMs: number;
    /** Whether nothing more can be found out by trying: asked behind every input. */
    readonly isHopeless: () => boolean;
  },
): Promise<Broken | null> {
  const { inputs, conversations, runs, seed, searchMs, isHopeless } = given;
  let found: Found | null = null;
  for (const items of conversations) found ??= await tried(judge, items);
  for (const blocks of inputs) {
    if (found !== null) break;
    found = await tried(judge, itemsOf(blocks));
    // What takes long to show may not show a second time within the search.
    if (found !== null) found = (await generated(judge, { blocks, runs: 1, seed, searchMs })) ?? found;
    else if (isHopeless()) return null;
  }
  found ??= runs === 0 ? null : await generated(judge, { blocks: null, runs, seed, searchMs });
  if (found === null) return null;
  const { finding, items } = await withoutItems(judge, found, performance.now() + searchMs / 2);
  return { ...finding, smallest: printed(items) };
}

async function tried(judge: Judge, items: Items): Promise<Found | null> {
  const finding = await judge(items);
  return finding === null ? null : new Found(finding, items);
}

/** The smallest that fast-check finds among so many runs, of which the first is the given one, if there is one. */
async function generated(
  judge: Judge,
  from: {
    readonly blocks: readonly Block[] | null;
    readonly runs: number;
    readonly seed: number;
    readonly searchMs: number;
  },
): Promise<Found | null> {
  const { blocks: first, runs: numRuns, seed, searchMs } = from;
  let smallestSoFar: Found | null = null;
  const property = fc.asyncProperty(generatedBlocks, async (blocks) => {
    const found = await tried(judge, itemsOf(blocks));
    if (found === null) return;
    smallestSoFar = found;
    throw found;
  });
  const examples: [readonly Block[]][] = first === null ? [] : [[first]];
  const { errorInstance } = await fc.check(property, { seed, numRuns, examples, interruptAfterTimeLimit: searchMs });
  if (errorInstance instanceof Error && !(errorInstance instanceof Found)) throw errorInstance;
  return smallestSoFar;
}

/** Takes single items away while the judge still finds something: the half of a block that does no harm. */
async function withoutItems(judge: Judge, found: Found, deadline: number): Promise<Found> {
  let best = found;
  for (let index = found.items.length - 1; index >= 0 && performance.now() < deadline; index -= 1) {
    best = (await tried(judge, best.items.toSpliced(index, 1))) ?? best;
  }
  return best;
}
