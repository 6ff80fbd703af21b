import MiniSearch from "minisearch";
import type { RemovedEntry } from "./removed-entry.ts";

/** Splits a text into words, in any script: Chinese and Japanese have no spaces, and paths and identifiers count as they stand too. */
const WORDS = new Intl.Segmenter("und", { granularity: "word" });

const IDENTIFIER = /[\p{L}\p{N}_./:@#-]{3,}/gu;

function wordsOf(text: string): string[] {
  const words = [...WORDS.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike === true ? [segment] : []));
  return [...words, ...(text.match(IDENTIFIER) ?? [])];
}

/** The entries in which some of the words stand, best first. */
export function searchEntries(entries: readonly RemovedEntry[], query: string, most: number): readonly RemovedEntry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const index = new MiniSearch<RemovedEntry>({ fields: ["text", "from"], tokenize: wordsOf });
  index.addAll(entries);
  const found = index.search(query, { prefix: true, fuzzy: (term) => (term.length > 5 ? 0.15 : false) });
  return found.slice(0, most).flatMap(({ id }) => byId.get(String(id)) ?? []);
}

/** Where the first of the words stands in a text; 0 where none does as it is written. */
export function placeOf(text: string, query: string): number {
  const lower = text.toLowerCase();
  const places = wordsOf(query.toLowerCase())
    .map((word) => lower.indexOf(word))
    .filter((place) => place >= 0);
  return places.length === 0 ? 0 : Math.min(...places);
}
