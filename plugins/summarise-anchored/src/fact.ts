/** The parts of a summary, in the order in which they stand there. */
export const SECTIONS = [
  "Requests",
  "Decisions",
  "Files and identifiers",
  "Also seen",
  "Errors",
  "Open questions",
  "Next step",
] as const;

export type SectionName = (typeof SECTIONS)[number];

/** One line of a summary, with the entries it came from: who doubts it can have them back. */
export interface Fact {
  readonly section: SectionName;
  /** One line. */
  readonly text: string;
  /** Entry ids, oldest first; none for what another summary said before. */
  readonly entries: readonly string[];
}

/** Longer lines are cut, characters. */
const LONGEST = 400;

/** A fact of one line, cut where it is long; `null` where nothing is left of it. */
export function factOf(section: SectionName, words: string, entries: readonly string[]): Fact | null {
  const line = words.replaceAll(/\s+/g, " ").trim();
  if (line === "") return null;
  const text = line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).toWellFormed()}…`;
  return { section, text, entries: [...new Set(entries)] };
}
