import type { Window } from "./assembly/window.ts";
import { callOf, factsOf } from "./call.ts";
import { ExecutorError, ModelError, VarveError } from "./errors.ts";
import type { EncodedRequest, ModelDelta, ModelResponse } from "./hooks/contexts.ts";
import type { Observers } from "./hooks/observers.ts";
import type { Registry } from "./hooks/registry.ts";
import type { AskOptions } from "./kernel-interface.ts";
import type { ModelLimits } from "./usage.ts";

/** Encodes windows and asks the model, through `model.encode` and `model.invoke`. */
export class ModelCalls {
  readonly #registry: Registry;
  readonly #observers: Observers;
  readonly #model: () => ModelLimits | null;

  constructor(parts: {
    readonly registry: Registry;
    readonly observers: Observers;
    readonly model: () => ModelLimits | null;
  }) {
    this.#registry = parts.registry;
    this.#observers = parts.observers;
    this.#model = parts.model;
  }

  async encode(window: Window, options: AskOptions = {}): Promise<EncodedRequest> {
    const {
      purpose = "turn",
      toolChoice = "auto",
      maxOutputTokens = null,
      model = this.#model(),
      output = null,
    } = options;
    const asked = { window, model, purpose, toolChoice, maxOutputTokens, output };
    const context = Object.freeze({ ...callOf(window, options), ...asked });
    return (await this.#registry.operations["model.encode"].run(context)).result;
  }

  async ask(window: Window, options: AskOptions = {}): Promise<ModelResponse> {
    const [registry, observers] = [this.#registry, this.#observers];
    const call = callOf(window, options);
    const facts = { ...factsOf(call), purpose: options.purpose ?? "turn" };
    try {
      const request = await this.encode(window, options);
      const { purpose } = facts;
      const onDelta = (delta: ModelDelta): void => observers.emit("delta", { ...facts, delta });
      const { result, by, replacedBy } = await registry.operations["model.invoke"].run(
        Object.freeze({ ...call, request, purpose, onDelta }),
      );
      observers.emit("invoked", { ...facts, window, request, response: result, plugin: replacedBy ?? by });
      return result;
    } catch (thrown) {
      // Who was asked is in the error itself; a harness should not have to look for what the provider said in its cause.
      const isModels = thrown instanceof ExecutorError && thrown.cause instanceof ModelError;
      const error = isModels ? thrown.cause : thrown;
      if (error instanceof VarveError) observers.emit("failed", { ...factsOf(call), error });
      throw error;
    }
  }
}
