import type { Fact, FactKind } from "./facts.ts";
import { factsIn } from "./facts.ts";
import type { Passage } from "./passages.ts";

/** What is known of one fact across everything that will be removed. */
export interface Tally {
  readonly kind: FactKind;
  readonly text: string;
  label: string;
  /** Passages that hold it. */
  passages: number;
  /** The index of the last passage that holds it. */
  last: number;
  /** The index of the last passage in which the conversation itself used it, and not only a tool's output; −1 for none. */
  lastUsed: number;
  calls: number;
  said: number;
  /** Facts in the shortest passage that holds it: one of three weighs more than one of three thousand. */
  company: number;
  /** The tool in whose arguments it stood, the most seldom used one where there are several. */
  tool: string;
}

/** More different facts than this are not remembered at once: those that occurred once in a tool's output go first. */
const MOST = 150_000;

/** Every fact of the removed part, with where and how often it occurred. */
export class Ledger {
  readonly #tallies = new Map<string, Tally>();
  readonly #toolUses: ReadonlyMap<string, number>;
  #passages = 0;

  /** @param toolUses calls by tool */
  constructor(toolUses: ReadonlyMap<string, number>) {
    this.#toolUses = toolUses;
  }

  add(passage: Passage): void {
    const facts = new Map<string, Fact>();
    for (const fact of factsIn(passage.text)) if (!facts.has(fact.text)) facts.set(fact.text, fact);
    for (const fact of facts.values()) this.#count(fact, passage, facts.size);
    this.#passages = passage.index + 1;
    if (this.#tallies.size > MOST) this.#forget();
  }

  /** The tally of a fact, by its text. */
  get(text: string): Tally | undefined {
    return this.#tallies.get(text);
  }

  /** Every tally with its worth, the most worthy first. */
  ranked(): readonly { readonly tally: Tally; readonly worth: number }[] {
    return [...this.#tallies.values()]
      .map((tally) => ({ tally, worth: this.worth(tally) }))
      .sort((a, b) => b.worth - a.worth || b.tally.last - a.tally.last || (a.tally.text < b.tally.text ? -1 : 1));
  }

  /**
   * How likely it is that the conversation needs a fact again, from 0 to 1. The weights are those of a logistic
   * regression over recorded agent sessions, rounded: what counts is how often a fact occurred, how lately, whether
   * the conversation itself used it, and how few others stood beside it.
   */
  worth(tally: Tally): number {
    const total = Math.max(1, this.#passages);
    const age = total - tally.last;
    const unused = tally.lastUsed < 0 ? 1 : (total - tally.lastUsed) / total;
    const evidence =
      -1 +
      0.8 * Math.log(tally.passages) +
      0.5 * Math.log1p(tally.calls) +
      (tally.said > 0 ? 0.6 : 0) -
      1.2 * unused -
      0.35 * Math.log(tally.company) -
      0.3 * Math.log(age) -
      penalty(tally);
    return 1 / (1 + Math.exp(-evidence));
  }

  #count(fact: Fact, { speaker, index, from = "" }: Passage, company: number): void {
    const tally = this.#tallies.get(fact.text) ?? {
      kind: fact.kind,
      text: fact.text,
      label: "",
      passages: 0,
      last: 0,
      lastUsed: -1,
      calls: 0,
      said: 0,
      company,
      tool: "",
    };
    tally.passages += 1;
    tally.last = index;
    tally.company = Math.min(tally.company, company);
    if (fact.label !== undefined) tally.label = fact.label;
    if (speaker === "call") {
      tally.calls += 1;
      if (tally.tool === "" || this.#uses(from) < this.#uses(tally.tool)) tally.tool = from;
    } else if (speaker !== "tool" && speaker !== "section") tally.said += 1;
    if (speaker !== "tool" && speaker !== "section") tally.lastUsed = index;
    this.#tallies.set(fact.text, tally);
  }

  #uses(tool: string): number {
    return this.#toolUses.get(tool) ?? 0;
  }

  #forget(): void {
    for (const [text, tally] of this.#tallies) {
      if (this.#tallies.size <= MOST / 2) return;
      if (tally.passages === 1 && tally.lastUsed < 0) this.#tallies.delete(text);
    }
    // A Map is walked in the order in which facts were first seen: the oldest go.
    for (const text of this.#tallies.keys()) {
      if (this.#tallies.size <= MOST / 2) return;
      this.#tallies.delete(text);
    }
  }
}

/**
 * What the shape of a fact says against it: numbers that stand alone in a tool's output are line numbers and sizes, of
 * which a reader could make nothing, and words in capitals are mostly shouted.
 */
function penalty({ kind, label, lastUsed, calls, text }: Tally): number {
  if (kind === "path" || kind === "name") return 0;
  if (kind === "number") return label === "" && lastUsed < 0 && text.length < 5 ? 1 : 0.5;
  return /^[A-Z]{4,}$/.test(text) && calls === 0 ? 1.5 : 0.5;
}
