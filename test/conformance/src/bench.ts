import { type AgentState, createState, freeze } from "@varve/kernel";
import { operationOf, Rig, type RigOptions } from "./rig.ts";
import type { Broken } from "./rule.ts";
import { type ConformanceOptions, type Settings, settingsOf } from "./settings.ts";
import type { MakeSubject } from "./subject.ts";
import { type FaultInput, faultInputs, SHORT_INPUTS } from "./talk/fault-inputs.ts";
import { type Judge, smallest } from "./talk/smallest.ts";
import type { Tap } from "./watch/watch.ts";

/** What a rule tries a plugin with. */
export interface Search {
  /** `all` fault inputs, or a `short` selection for what costs more. */
  readonly inputs: "all" | "short";
  /** How much of the configured number of generated conversations: 1, or less for what costs more. */
  readonly share: number;
}

/** One plugin on the bench: what it answers, and the means to try it. */
export class Bench {
  readonly plugin: string;
  readonly settings: Settings;
  readonly taps: readonly Tap[];
  /** Ids of the sections that it declares as static. */
  readonly staticSections: readonly string[];
  /** The operations that it taps. */
  readonly operations: ReadonlySet<string>;
  readonly #make: MakeSubject;
  #numbers = 0;

  private constructor(make: MakeSubject, settings: Settings, rig: Rig) {
    this.#make = make;
    this.settings = settings;
    this.plugin = rig.subject.plugin.name;
    this.taps = rig.taps;
    this.operations = new Set(rig.taps.map(({ hookPoint }) => operationOf(hookPoint)));
    this.staticSections = rig.declared.flatMap(({ id, stability }) => (stability === "static" ? [id] : []));
  }

  /** Applies the plugin once, to see what it answers. @throws what applying it throws */
  static async of(make: MakeSubject, options: ConformanceOptions): Promise<Bench> {
    await using rig = await Rig.of(make);
    return new Bench(make, settingsOf(options), rig);
  }

  /** A kernel with a fresh instance of the plugin. */
  rig(options?: RigOptions): Promise<Rig> {
    return Rig.of(this.#make, options);
  }

  /** A number that nothing on this bench has had. */
  nextNumber(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  /** Whether the plugin taps one of some operations; `section` stands for any section. */
  answers(operations: readonly string[]): boolean {
    return operations.some((operation) =>
      operation === "section"
        ? [...this.operations].some((tapped) => tapped.startsWith("section."))
        : this.operations.has(operation),
    );
  }

  /** Whether an executor's name is one of the plugin's. */
  isItsName(name: string): boolean {
    return this.taps.some((tap) => tap.name === name);
  }

  /** Looks for a conversation that the judge finds something in, and for the smallest like it. */
  async search(judge: Judge, { inputs, share }: Search = { inputs: "all", share: 1 }): Promise<Broken | null> {
    const { settings } = this;
    const tried: readonly FaultInput[] = inputs === "all" ? faultInputs(settings.lineLength) : SHORT_INPUTS;
    return smallest(judge, {
      inputs: tried.map(({ blocks }) => blocks),
      conversations: settings.conversations.map(({ items }) => items),
      runs: Math.ceil(settings.runs * share),
      seed: settings.seed,
      searchMs: settings.searchMs,
    });
  }
}

/** The state of a new task, with what the plugin reads of one. */
export function newTask({ subject }: Rig, taskId: string, firstEntry = 1): AgentState {
  const { data = {}, loadedSkills = [] } = subject;
  return freeze({ ...createState({ taskId, data, loadedSkills, tools: TOOLS }), nextEntry: firstEntry });
}

const TOOLS = [
  { name: "grep", description: "Finds lines.", parameters: { type: "object", properties: { pattern: {} } } },
  { name: "read", parameters: { type: "object", properties: { path: { type: "string" } } } },
];
