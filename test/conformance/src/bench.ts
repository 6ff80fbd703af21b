import { type AgentState, createState, freeze } from "@varve/kernel";
import type { Drive, Step, Task } from "./drives/drive.ts";
import { operationOf, Rig, type RigOptions } from "./rig.ts";
import type { Broken } from "./rule.ts";
import { type ConformanceOptions, type Settings, settingsOf } from "./settings.ts";
import type { MakeSubject } from "./subject.ts";
import { type FaultInput, faultInputs, SHORT_INPUTS } from "./talk/fault-inputs.ts";
import type { Items } from "./talk/rounds.ts";
import { type Judge, smallest } from "./talk/smallest.ts";
import type { Tap } from "./watch/watch.ts";
import { TookTooLong } from "./within.ts";

/** A plugin that has not come back so often is not waited for any more: `settles` says so, and nothing else can be said. */
const MOST_STUCK = 2;

/** What a rule tries a plugin with. */
export interface Search {
  /** `all` fault inputs, or a `short` selection for what costs more. */
  readonly inputs: "all" | "short";
  /** How much of the configured number of generated conversations: 1, or less for what costs more. */
  readonly share: number;
  /** Absent: no more is tried once the plugin has not come back twice. */
  readonly waits?: "always";
}

const EVERYTHING: Search = { inputs: "all", share: 1 };

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
  #stuck = 0;

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

  /** Drives a kernel, and notes where the plugin does not come back. */
  async drive<Value>(
    drive: Drive<Value>,
    rig: Rig,
    rounds: readonly Items[],
    task: Task,
  ): Promise<readonly Step<Value>[]> {
    const steps = await drive.run(rig, rounds, task);
    if (steps.some(({ result }) => result.error instanceof TookTooLong)) this.#stuck += 1;
    return steps;
  }

  /** Looks for a conversation that the judge finds something in, and for the smallest like it. */
  async search(judge: Judge, { inputs, share, waits }: Search = EVERYTHING): Promise<Broken | null> {
    const { settings } = this;
    const tried: readonly FaultInput[] = inputs === "all" ? faultInputs(settings.lineLength) : SHORT_INPUTS;
    return smallest(judge, {
      inputs: tried.map(({ blocks }) => blocks),
      conversations: settings.conversations.map(({ items }) => items),
      runs: Math.ceil(settings.runs * share),
      seed: settings.seed,
      searchMs: settings.searchMs,
      isHopeless: () => waits !== "always" && this.#stuck >= MOST_STUCK,
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
