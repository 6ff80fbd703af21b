import { termsOf } from "./terms.ts";

/** A sentence that may be taken over, with what speaks for it beside its words. */
export interface Candidate {
  readonly text: string;
  /** Its place in the conversation, for the order of what is chosen. */
  readonly order: number;
  /** From 0 to 1: what it names that is likely to be needed again. */
  readonly facts: number;
  /** From 0 to 1: how late it was said, and whether it opens or closes what was said. */
  readonly position: number;
}

export interface Ranked extends Candidate {
  readonly score: number;
}

/** A sentence that says mostly what better ones have said is left out. */
const NOVELTY = 0.45;

/**
 * The candidates in the order in which they should be taken, the best first, without those that repeat a better one.
 *
 * A term weighs by how rare it is among all sentences, and more when it comes back: what a conversation is about is
 * rare in general and recurs in it. No list of words is used, so that every language is treated alike.
 */
export function rankSentences(candidates: readonly Candidate[]): readonly Ranked[] {
  const terms = candidates.map((candidate) => termsOf(candidate.text));
  const weight = termWeights(terms);
  const scored = candidates
    .map((candidate, index) => ({ candidate, terms: terms[index] ?? [], score: 0 }))
    .map((each) => ({ ...each, score: scoreOf(each.candidate, each.terms, weight) }))
    .sort(
      (a, b) =>
        b.score - a.score || b.candidate.order - a.candidate.order || compare(a.candidate.text, b.candidate.text),
    );

  const covered = new Set<string>();
  const ranked: Ranked[] = [];
  for (const { candidate, terms: own, score } of scored) {
    const whole = sum(own, weight);
    const fresh = sum(
      own.filter((term) => !covered.has(term)),
      weight,
    );
    if (whole === 0 || fresh / whole < NOVELTY) continue;
    for (const term of own) covered.add(term);
    ranked.push({ ...candidate, score });
  }
  return ranked;
}

function termWeights(sentences: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const seen = new Map<string, number>();
  for (const terms of sentences) for (const term of terms) seen.set(term, (seen.get(term) ?? 0) + 1);
  const total = sentences.length;
  return new Map(
    [...seen].map(([term, count]) => {
      const rarity = Math.log(1 + total / count);
      return [term, count === 1 ? 0.35 * rarity : rarity * Math.min(2, Math.log(1 + count))];
    }),
  );
}

function scoreOf(candidate: Candidate, terms: readonly string[], weight: ReadonlyMap<string, number>): number {
  const words = sum(terms, weight) / (terms.length ** 0.7 + 4);
  return words + 2 * candidate.facts + candidate.position;
}

function sum(terms: readonly string[], weight: ReadonlyMap<string, number>): number {
  return terms.reduce((total, term) => total + (weight.get(term) ?? 0), 0);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
