import { callOf } from "./call.ts";
import { PersistenceError } from "./errors.ts";
import type { PersistenceReadContext } from "./hooks/contexts.ts";
import type { Registry } from "./hooks/registry.ts";
import { freeze, frozenCopy } from "./immutable.ts";
import type { CallOptions } from "./kernel-interface.ts";
import type { AgentState } from "./state/agent-state.ts";
import { asState } from "./state/serialise.ts";

/** Stores and reads states and records, through `persistence.write` and `persistence.read`. */
export class StoredStates {
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  async save(state: AgentState, options: CallOptions = {}): Promise<AgentState> {
    const next = freeze({ ...state, version: state.version + 1 });
    const context = freeze({
      ...callOf(state, options),
      write: { kind: "state", state: next } as const,
      baseVersion: state.version,
    });
    const { result, by } = await this.#registry.operations["persistence.write"].run(context);
    if (result.version !== next.version) {
      throw new PersistenceError(
        `${by} stored task ${state.taskId} at version ${result.version}; ${next.version} was to be stored.`,
      );
    }
    return next;
  }

  async load(taskId: string, options: CallOptions = {}): Promise<AgentState | null> {
    const { result, by } = await this.#read(taskId, { kind: "state" }, options);
    if (result.kind !== "state") throw wrongRead(by, "state", result.kind);
    return result.state === null ? null : asState(frozenCopy(result.state));
  }

  async records(taskId: string, options: CallOptions = {}) {
    const { result, by } = await this.#read(taskId, { kind: "records" }, options);
    if (result.kind !== "records") throw wrongRead(by, "records", result.kind);
    return { records: result.records, damaged: result.damaged };
  }

  #read(taskId: string, read: PersistenceReadContext["read"], options: CallOptions) {
    return this.#registry.operations["persistence.read"].run(freeze({ ...callOf({ taskId, turn: 0 }, options), read }));
  }
}

function wrongRead(plugin: string, asked: string, answered: string): PersistenceError {
  return new PersistenceError(`${plugin} answered a read of kind ${asked} with one of kind ${answered}.`);
}
