import type { AgentState } from "@varve/kernel";
import type { Bench } from "../bench.ts";
import type { Rig } from "../rig.ts";
import { type Items, roundsOf } from "../talk/rounds.ts";
import type { Calls } from "../watch/calls.ts";
import type { Attempt } from "../within.ts";

/** Whose conversation a kernel is driven with. */
export interface Task {
  readonly taskId: string;
  readonly patienceMs: number;
  /** The number of its first history entry. Absent: 1. */
  readonly firstEntry?: number;
  readonly signal?: AbortSignal;
}

/** One call of the kernel: what it was given, how it ended, and what the plugin was asked meanwhile. */
export interface Step<Value> {
  readonly before: AgentState;
  readonly result: Attempt<Value>;
  readonly calls: Calls;
}

/** A way to drive a real kernel so that it asks some operations. */
export interface Drive<Value> {
  /** How it is told of, behind the word "conversation". */
  readonly says: string;
  /** Ends with the first step that takes too long: the plugin is still at it. */
  run(rig: Rig, rounds: readonly Items[], task: Task): Promise<readonly Step<Value>[]>;
}

/** Drives a fresh kernel with a conversation, once for all rules that look at the same. */
export class Player<Value> {
  readonly drive: Drive<Value>;
  readonly #played = new WeakMap<Bench, Map<string, Promise<readonly Step<Value>[]>>>();

  constructor(drive: Drive<Value>) {
    this.drive = drive;
  }

  played(bench: Bench, items: Items): Promise<readonly Step<Value>[]> {
    const byItems = this.#played.get(bench) ?? new Map<string, Promise<readonly Step<Value>[]>>();
    this.#played.set(bench, byItems);
    const key = JSON.stringify(items);
    const steps = byItems.get(key) ?? this.#play(bench, items);
    byItems.set(key, steps);
    return steps;
  }

  async #play(bench: Bench, items: Items): Promise<readonly Step<Value>[]> {
    await using rig = await bench.rig();
    return bench.drive(this.drive, rig, roundsOf(items), { taskId: "task-1", patienceMs: bench.settings.patienceMs });
  }
}
