import { cost } from "./cost.ts";
import type { FactKind } from "./facts.ts";
import type { Line, SectionName } from "./layout.ts";

/** A fact as it stands in a summary. */
export interface ShownFact {
  readonly kind: FactKind;
  /** As it is printed: a number with its label. */
  readonly text: string;
  /** It was seen in tool output only. */
  readonly quoted: boolean;
  /** The tool that it was given to; empty for none. */
  readonly tool: string;
  readonly cost: number;
}

type FactSection = Extract<SectionName, "files" | "names" | "numbers">;
export const FACT_SECTIONS = ["files", "names", "numbers"] as const satisfies readonly FactSection[];

/** A blank costs no token of its own and no path or name holds one; a number may, in its label. */
const SEPARATORS: Readonly<Record<FactSection, string>> = { files: " ", names: " ", numbers: ", " };

export function shownFact(fact: Omit<ShownFact, "cost">): ShownFact {
  return { ...fact, cost: cost(fact.text) + (fact.kind === "number" ? 1 : 0) };
}

/** `timeout 120`, `a.ts:120`: a number means little without what it is the number of. */
export function numberText(number: string, label: string): string {
  if (label === "") return number;
  return label.includes(".") || label.includes("/") ? `${label}:${number}` : `${label} ${number}`;
}

/** The lines of the three sections of facts: files by tool, names and numbers, each with what is only quoted apart. */
export function factLines(facts: readonly ShownFact[]): Record<FactSection, Line[]> {
  const paths = facts.filter(({ kind, quoted, tool }) => kind === "path" && !quoted && tool !== "");
  const tools = [...new Set(paths.map(({ tool }) => tool))].toSorted();
  return {
    files: tools.map((tool) => ({
      mark: "-",
      text: `${tool}: ${listed(
        "files",
        paths.filter((path) => path.tool === tool),
      )}`,
    })),
    names: split(
      "names",
      facts.filter((fact) => fact.kind !== "number" && !paths.includes(fact)),
    ),
    numbers: split(
      "numbers",
      facts.filter(({ kind }) => kind === "number"),
    ),
  };
}

function split(section: FactSection, facts: readonly ShownFact[]): Line[] {
  const own = facts.filter(({ quoted }) => !quoted);
  const quoted = facts.filter((fact) => fact.quoted);
  return [
    ...(own.length > 0 ? [{ mark: "-", text: listed(section, own) } as const] : []),
    ...(quoted.length > 0 ? [{ mark: ">", text: listed(section, quoted) } as const] : []),
  ];
}

function listed(section: FactSection, facts: readonly ShownFact[]): string {
  return facts.map(({ text }) => text).join(SEPARATORS[section]);
}

/**
 * Reads the facts of an earlier summary back, the most worthy first: every list is in that order, so the beginnings of
 * all lists come before their ends, and what the conversation used itself before what was only quoted.
 */
export function readFacts(lines: Readonly<Record<FactSection, readonly Line[]>>): readonly ShownFact[] {
  const placed = FACT_SECTIONS.flatMap((section) =>
    lines[section].flatMap((line) => {
      const colon = section === "files" ? line.text.indexOf(": ") : -1;
      const tool = colon < 0 ? "" : line.text.slice(0, colon);
      const texts = line.text.slice(colon < 0 ? 0 : colon + 2).split(SEPARATORS[section]);
      return texts.map((text, index) => ({
        place: index / texts.length + (line.mark === ">" ? 1 : 0),
        fact: shownFact({ kind: KINDS[section], text, quoted: line.mark === ">", tool }),
      }));
    }),
  );
  return placed.toSorted((a, b) => a.place - b.place).map(({ fact }) => fact);
}

const KINDS: Readonly<Record<FactSection, FactKind>> = { files: "path", names: "name", numbers: "number" };
