import { SyncHook } from "tapable";
import { ObserverError } from "../errors.ts";
import type { EventFacts, EventMap, EventName, EventPoint, Events } from "../events.ts";

/** The events of one kernel: plain tapable hooks that decide nothing. */
export class Observers {
  readonly #hooks: { readonly [Name in EventName]: SyncHook<[EventMap[Name]]> } = {
    assembled: new SyncHook(["event"]),
    decided: new SyncHook(["event"]),
    compacting: new SyncHook(["event"]),
    compacted: new SyncHook(["event"]),
    refused: new SyncHook(["event"]),
    prefixChanged: new SyncHook(["event"]),
    toolsHeld: new SyncHook(["event"]),
    usageStalled: new SyncHook(["event"]),
    delta: new SyncHook(["event"]),
    invoked: new SyncHook(["event"]),
    failed: new SyncHook(["event"]),
  };

  /** Where observers tap. */
  readonly events: Events = {
    assembled: this.#point("assembled"),
    decided: this.#point("decided"),
    compacting: this.#point("compacting"),
    compacted: this.#point("compacted"),
    refused: this.#point("refused"),
    prefixChanged: this.#point("prefixChanged"),
    toolsHeld: this.#point("toolsHeld"),
    usageStalled: this.#point("usageStalled"),
    delta: this.#point("delta"),
    invoked: this.#point("invoked"),
    failed: this.#point("failed"),
  };

  emit<Name extends EventName>(name: Name, event: EventMap[Name]): void {
    this.#hooks[name].call(event);
  }

  explain(): readonly { readonly event: string; readonly names: readonly string[] }[] {
    return Object.entries(this.#hooks).map(([event, hook]) => ({ event, names: hook.taps.map(({ name }) => name) }));
  }

  #point<Name extends EventName>(event: Name): EventPoint<EventMap[Name]> {
    return {
      name: event,
      tap: (observer: string, observe: (facts: EventMap[Name]) => void) => {
        this.#hooks[event].tap(observer, (facts) => {
          const failed = (cause: unknown): void => this.#observerFailed(event, observer, facts, cause);
          try {
            // An async function fits where a function without a result does; what it rejects with must not end the process.
            const told: unknown = observe(facts);
            if (told !== undefined) Promise.resolve(told).catch(failed);
          } catch (cause) {
            failed(cause);
          }
        });
      },
    };
  }

  /** An observer of `failed` that fails itself is not told of again: that would not end. */
  #observerFailed(
    event: EventName,
    observer: string,
    { taskId, turn, correlationId }: EventFacts,
    cause: unknown,
  ): void {
    if (event === "failed") return;
    this.emit("failed", { taskId, turn, correlationId, error: new ObserverError(event, observer, cause) });
  }
}
