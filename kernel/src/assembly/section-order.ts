import { SectionError } from "../errors.ts";
import type { ItemKind } from "../items.ts";
import type { SectionDeclaration, Stability, Survival } from "./section.ts";

/** A declared section with everything filled in, in its place. */
export interface Section {
  readonly id: string;
  readonly stability: Stability;
  readonly survives: Survival;
  readonly speaker: "developer" | "user";
  readonly declaration: SectionDeclaration;
}

const RANK: { readonly [S in Stability]: number } = { static: 0, task: 1, turn: 2 };

/** Checks one declaration against those before it. @throws SectionError */
export function checkDeclaration(declaration: SectionDeclaration, present: readonly SectionDeclaration[]): void {
  const { id, stability, entries, instances } = declaration;
  if (!/^[a-z][a-z0-9_]{0,63}$/.test(id))
    throw new SectionError(
      id,
      "an id is lower-case letters, digits and _, at most 64 of them, beginning with a letter.",
    );
  if (present.some((other) => other.id === id))
    throw new SectionError(id, "is declared already. Tap its hook point to render it otherwise, or choose another id.");
  if (entries === undefined) return;
  if (stability !== "turn")
    throw new SectionError(id, 'renders history entries, so it is per turn: declare stability: "turn".');
  if (instances !== undefined) throw new SectionError(id, "renders history entries, so it cannot have instances.");
  for (const kind of entries) {
    const other = present.find((section) => section.entries?.includes(kind));
    if (other !== undefined)
      throw new SectionError(
        id,
        `renders ${kind} entries, which ${other.id} does already: each entry stands in one section.`,
      );
  }
}

/**
 * The window order: stable sections first; within a stability as declared, but behind what `after` names; then as
 * `[context] order` says.
 * @throws SectionError for names that are not there, and for an order that puts a less stable section before a more stable one
 */
export function windowOrder(
  declared: readonly SectionDeclaration[],
  order: readonly string[] = [],
): readonly Section[] {
  const placed: SectionDeclaration[] = [];
  for (const stability of ["static", "task", "turn"] as const) {
    placed.push(
      ...behindTheirAnchors(
        declared.filter((section) => section.stability === stability),
        declared,
      ),
    );
  }
  const arranged = rearranged(placed, order);
  const lastTurn = arranged.findLastIndex(({ stability }) => stability === "turn");
  let rank = 0;
  const sections = arranged.map((declaration, index): Section => {
    const { id, survives = "kept", speaker = "developer" } = declaration;
    // What changes with the task may stand behind everything that changes with the turn; it then counts as per turn.
    const isBehind = declaration.stability === "task" && lastTurn !== -1 && index > lastTurn;
    const stability = isBehind ? "turn" : declaration.stability;
    if (RANK[stability] < rank) {
      throw new SectionError(
        id,
        `is ${declaration.stability} and would stand behind a less stable section. Move it before every less stable one, or, if it is per task, behind all that are per turn.`,
      );
    }
    rank = RANK[stability];
    return { id, stability, survives, speaker, declaration };
  });
  checkEntrySections(sections);
  return sections;
}

function behindTheirAnchors(
  group: readonly SectionDeclaration[],
  declared: readonly SectionDeclaration[],
): readonly SectionDeclaration[] {
  const placed: SectionDeclaration[] = [];
  let waiting = [...group];
  while (waiting.length > 0) {
    const ready = waiting.find(({ after }) => after === undefined || !waiting.some((other) => other.id === after));
    if (ready === undefined) {
      throw new SectionError(
        waiting[0]?.id ?? "?",
        `follows itself through after: ${waiting.map(({ id }) => id).join(", ")}.`,
      );
    }
    waiting = waiting.filter((section) => section !== ready);
    placed.splice(anchorIndex(ready, placed, declared), 0, ready);
  }
  return placed;
}

function anchorIndex(
  { id, after, stability }: SectionDeclaration,
  placed: readonly SectionDeclaration[],
  declared: readonly SectionDeclaration[],
): number {
  if (after === undefined) return placed.length;
  const anchor = declared.find((section) => section.id === after);
  if (anchor === undefined)
    throw new SectionError(id, `follows ${after}, which nobody declares. Declared are: ${names(declared)}.`);
  if (RANK[anchor.stability] > RANK[stability])
    throw new SectionError(
      id,
      `is ${stability} and cannot follow ${after}, which is less stable (${anchor.stability}).`,
    );
  if (anchor.stability !== stability) return 0;
  // Behind the anchor, and behind those that already follow it, in the order in which they were declared.
  let index = placed.findIndex((section) => section.id === after) + 1;
  while (placed[index]?.after === after) index += 1;
  return index;
}

/** Every listed section directly behind the one that is listed before it; the first stays where it is. */
function rearranged(placed: readonly SectionDeclaration[], order: readonly string[]): readonly SectionDeclaration[] {
  const arranged = [...placed];
  for (const [index, id] of order.entries()) {
    if (order.indexOf(id) !== index) throw new SectionError(id, "stands twice in [context] order.");
    const section = arranged.find((candidate) => candidate.id === id);
    if (section === undefined)
      throw new SectionError(id, `stands in [context] order, and nobody declares it. Declared are: ${names(placed)}.`);
    const before = order[index - 1];
    if (before === undefined) continue;
    arranged.splice(arranged.indexOf(section), 1);
    arranged.splice(arranged.findIndex((candidate) => candidate.id === before) + 1, 0, section);
  }
  return arranged;
}

/** History is one stretch, whichever sections render its entries. */
function checkEntrySections(sections: readonly Section[]): void {
  const indices = sections.flatMap(({ declaration }, index) => (declaration.entries === undefined ? [] : [index]));
  const [first, last] = [indices[0], indices.at(-1)];
  if (first === undefined || last === undefined || last - first + 1 === indices.length) return;
  const between = sections.slice(first, last).find(({ declaration }) => declaration.entries === undefined);
  throw new SectionError(
    between?.id ?? "?",
    "would stand between sections that render the history together. Move it before or behind them.",
  );
}

/** The section that renders entries of a kind. */
export function sectionOf(kind: ItemKind, sections: readonly Section[]): Section | undefined {
  return sections.find(({ declaration }) => declaration.entries?.includes(kind));
}

function names(sections: readonly SectionDeclaration[]): string {
  return sections.map(({ id }) => id).join(", ");
}
