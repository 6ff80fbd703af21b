import type { AgentState, Installation, Plugin } from "@varve/kernel";

/** A plugin to be checked, with what it needs. */
export interface Subject<Options = unknown> {
  readonly plugin: Plugin<Options>;
  readonly options?: Options;
  /** Other plugins that it cannot do without. They are there, and not checked. */
  readonly plugins?: readonly Installation[];
  /** What it reads of a state. */
  readonly data?: AgentState["data"];
  readonly loadedSkills?: readonly string[];
  /** Frees what it holds. Called when a kernel of it is done with. */
  readonly dispose?: () => void | Promise<void>;
}

/** Makes the plugin anew. It is called often, and must give a subject that shares nothing with the one before. */
export type MakeSubject<Options = unknown> = () => Subject<Options> | Promise<Subject<Options>>;

/**
 * What a plugin may promise beyond the contract.
 *
 * - `deterministic`: the same context gives the same result, also in a fresh instance
 * - `durable`: a second instance with the same options reads what the first has stored
 */
export type Claim = "deterministic" | "durable";
