import { type AgentState, type ItemKind, type PluginKernel, type SectionDeclaration, STAGES } from "@varve/kernel";
import { NAME } from "./name.ts";

const ENTRY_KINDS: readonly ItemKind[] = ["message", "tool_call", "tool_result", "reasoning", "opaque"];

interface Section {
  readonly declaration: SectionDeclaration;
  readonly text: (state: AgentState) => string;
}

/** One section of each stability and each survival, so that every compaction has something to keep and to fold. */
const SECTIONS: readonly Section[] = [
  {
    declaration: { id: "system_prompt", stability: "static", survives: "essential" },
    text: () => "You keep the books.",
  },
  {
    declaration: { id: "task", stability: "task", survives: "essential" },
    text: () => "# Task\n\nFind why the sum is off.",
  },
  {
    declaration: { id: "state_summary", stability: "turn", speaker: "user" },
    text: ({ summary }) => (summary === null ? "" : `# Summary\n\n${summary.text}`),
  },
  {
    declaration: { id: "conformance_notes", stability: "turn", survives: "folded" },
    text: ({ turn }) => `Notes of turn ${turn}: the vouchers are in order.`,
  },
];

/** What a section of the design is declared as where a plugin taps it and none that is there declares it. */
const DESIGNED: readonly SectionDeclaration[] = [
  { id: "participants", stability: "static", survives: "essential" },
  { id: "agents", stability: "static", survives: "essential" },
  { id: "skills_index", stability: "static" },
  {
    id: "skill",
    stability: "task",
    survives: "essential",
    instances: ({ loadedSkills }) => [...new Set(loadedSkills)],
  },
  { id: "plan", stability: "task", survives: "essential" },
];

/**
 * Declares what the plugins so far have not: the sections above, those that are tapped, and one for every kind of entry that
 * nobody renders.
 */
export function standInSections(
  kernel: PluginKernel,
  declared: readonly SectionDeclaration[],
  tapped: ReadonlySet<string>,
): void {
  const isDeclared = (id: string) => declared.some((section) => section.id === id);
  const tap = { name: NAME, stage: STAGES.default + 1 };
  for (const { declaration, text } of SECTIONS) {
    if (isDeclared(declaration.id)) continue;
    kernel.declareSection(declaration).in.tap(tap, ({ state }) => text(state));
  }
  for (const id of tapped) {
    if (isDeclared(id) || id === "history" || id === "tool_results") continue;
    if (SECTIONS.some(({ declaration }) => declaration.id === id)) continue;
    const declaration = DESIGNED.find((section) => section.id === id) ?? { id, stability: "turn" };
    kernel.declareSection(declaration).in.tap(tap, () => "");
  }
  const rendered = new Set(declared.flatMap(({ entries = [] }) => entries));
  const left = ENTRY_KINDS.filter((kind) => !rendered.has(kind));
  const results = left.filter((kind) => kind === "tool_result");
  const others = left.filter((kind) => kind !== "tool_result");
  for (const [id, entries] of [
    [isDeclared("history") ? "conformance_history" : "history", others],
    [isDeclared("tool_results") ? "conformance_results" : "tool_results", results],
  ] as const) {
    if (entries.length === 0) continue;
    // The history is one stretch: what renders the rest of it stands behind what renders some of it.
    const present = declared.find((section) => section.entries !== undefined);
    const place = present === undefined ? {} : { after: present.id };
    const section = kernel.declareSection({ id, stability: "turn", entries, ...place });
    section.in.tap(tap, ({ entry }) => (entry === null ? [] : [entry.item]));
  }
}
