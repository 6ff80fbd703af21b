import type { Hooks, Operations, SectionHooks } from "./catalogue.ts";
import type { SectionContext, SectionResult } from "./contexts.ts";
import type { ExplainedOperation } from "./explain.ts";
import { Operation } from "./operation.ts";
import { RESULT_SHAPES, SECTION_SHAPE } from "./result-shapes.ts";

type OperationOf<Name extends keyof Operations> = Operation<Operations[Name]["context"], Operations[Name]["result"]>;

/** Every operation of one kernel: the fixed ones of the catalogue, and one a section. */
export class Registry {
  readonly operations: { readonly [Name in keyof Operations]: OperationOf<Name> } = {
    "tokens.count": operation("tokens.count"),
    "compaction.trigger": operation("compaction.trigger"),
    "compaction.keep": operation("compaction.keep"),
    "compaction.summarise": operation("compaction.summarise"),
    "compaction.approve": operation("compaction.approve"),
    "model.encode": operation("model.encode"),
    "model.invoke": operation("model.invoke"),
    "state.write": operation("state.write"),
    "persistence.write": operation("persistence.write", "until_settled"),
    "persistence.read": operation("persistence.read"),
  };

  readonly #sections = new Map<string, Operation<SectionContext, SectionResult>>();
  #frozen = false;

  readonly hooks: Hooks = {
    section: sectionHooks((id) => this.section(id).hooks),
    tokens: { count: this.operations["tokens.count"].hooks },
    compaction: {
      trigger: this.operations["compaction.trigger"].hooks,
      keep: this.operations["compaction.keep"].hooks,
      summarise: this.operations["compaction.summarise"].hooks,
      approve: this.operations["compaction.approve"].hooks,
    },
    model: { encode: this.operations["model.encode"].hooks, invoke: this.operations["model.invoke"].hooks },
    state: { write: this.operations["state.write"].hooks },
    persistence: { write: this.operations["persistence.write"].hooks, read: this.operations["persistence.read"].hooks },
  };

  /**
   * The operation of a section. It is there as soon as it is asked for, so that a plugin can tap a section that another
   * one declares later; what was tapped and never declared is found when the kernel is put together. From then on an
   * unknown id gets an operation that nobody can tap.
   */
  section(id: string): Operation<SectionContext, SectionResult> {
    const present = this.#sections.get(id);
    if (present !== undefined) return present;
    const made = new Operation<SectionContext, SectionResult>(`section.${id}`, SECTION_SHAPE);
    if (this.#frozen) made.freeze();
    else this.#sections.set(id, made);
    return made;
  }

  /** The ids of the sections that somebody taps. */
  get tappedSections(): readonly string[] {
    return [...this.#sections].filter(([, { isTapped }]) => isTapped).map(([id]) => id);
  }

  /** @param sections the ids that were declared; what was only looked at is forgotten */
  freeze(sections: readonly string[]): void {
    for (const id of this.#sections.keys()) if (!sections.includes(id)) this.#sections.delete(id);
    for (const each of this.#all()) each.freeze();
    this.#frozen = true;
  }

  explain(): readonly ExplainedOperation[] {
    return this.#all().map((each) => each.explain());
  }

  #all(): readonly { freeze(): void; explain(): ExplainedOperation }[] {
    return [...this.#sections.values(), ...Object.values(this.operations)];
  }
}

function operation<Name extends keyof Operations>(name: Name, waits?: "until_settled"): OperationOf<Name> {
  return new Operation<Operations[Name]["context"], Operations[Name]["result"]>(name, RESULT_SHAPES[name], waits);
}

/** `hooks.section.<id>` for any id; the types name those that are declared. */
function sectionHooks(of: (id: string) => SectionHooks): Hooks["section"] {
  return new Proxy(Object.create(null), {
    get: (_, id) => (typeof id === "string" ? of(id) : undefined),
  });
}
