import type {
  CallContext,
  HookPoint,
  Hooks,
  Installation,
  OperationHooks,
  PluginKernel,
  SectionDeclaration,
  SectionHooks,
  TapOptions,
} from "@varve/kernel";
import { type AnyCall, type Call, type Calls, type Log, noCalls, type Outcome, takeCalls } from "./calls.ts";
import { firstDifference } from "./difference.ts";
import { mutableCopy } from "./mutable-copy.ts";

/** One tap of the plugin. */
export interface Tap {
  readonly hookPoint: string;
  readonly name: string;
}

/** Stands between a plugin and the kernel: writes down what it taps and declares, and every call of its executors. */
export class Watch {
  readonly taps: Tap[] = [];
  readonly declared: SectionDeclaration[] = [];
  /** Told of every call before the executor runs. */
  onCall: (call: AnyCall) => void = () => undefined;
  readonly #calls: Calls = noCalls();
  readonly #contexts: "frozen" | "copied";

  /** @param contexts `copied` hands out contexts that can be changed, and notes what was changed */
  constructor(contexts: "frozen" | "copied") {
    this.#contexts = contexts;
  }

  /** The plugin, watched. */
  over({ plugin, options }: Installation): Installation {
    const { name, api, options: schema } = plugin;
    const watched = { name, api, apply: (kernel: PluginKernel) => plugin.apply(this.#kernel(kernel), options) };
    return { plugin: schema === undefined ? watched : { ...watched, options: schema }, options };
  }

  /** The calls of a task since the last time that they were asked for. */
  take(taskId: string): Calls {
    return takeCalls(this.#calls, taskId);
  }

  #kernel(kernel: PluginKernel): PluginKernel {
    return {
      hooks: this.#hooks(kernel.hooks),
      events: kernel.events,
      declareSection: (declaration) => {
        const hooks = kernel.declareSection(declaration);
        this.declared.push(declaration);
        return this.#operation(hooks, this.#calls.section);
      },
      declareModel: (limits) => kernel.declareModel(limits),
      describe: (subset, schema) => kernel.describe(subset, schema),
      count: (content, options) => kernel.count(content, options),
      ask: (window, options) => kernel.ask(window, options),
      get model() {
        return kernel.model;
      },
    };
  }

  #hooks({ section, tokens, compaction, model, state, persistence }: Hooks): Hooks {
    const calls = this.#calls;
    return {
      section: new Proxy(section, {
        get: (target, id) => {
          const hooks: SectionHooks | undefined = Reflect.get(target, id);
          return hooks === undefined ? undefined : this.#operation(hooks, calls.section);
        },
      }),
      tokens: { count: this.#operation(tokens.count, calls["tokens.count"]) },
      compaction: {
        trigger: this.#operation(compaction.trigger, calls["compaction.trigger"]),
        keep: this.#operation(compaction.keep, calls["compaction.keep"]),
        summarise: this.#operation(compaction.summarise, calls["compaction.summarise"]),
        approve: this.#operation(compaction.approve, calls["compaction.approve"]),
      },
      model: {
        encode: this.#operation(model.encode, calls["model.encode"]),
        invoke: this.#operation(model.invoke, calls["model.invoke"]),
      },
      state: { write: this.#operation(state.write, calls["state.write"]) },
      persistence: {
        write: this.#operation(persistence.write, calls["persistence.write"]),
        read: this.#operation(persistence.read, calls["persistence.read"]),
      },
    };
  }

  #operation<C extends CallContext, R>(hooks: OperationHooks<C, R>, log: Log<C, R>): OperationHooks<C, R> {
    return {
      pre: this.#point(hooks.pre, (executor) => (context) => this.#called(hooks.pre.name, log.pre, context, executor)),
      in: this.#point(hooks.in, (executor) => (context) => this.#called(hooks.in.name, log.in, context, executor)),
      post: this.#point(
        hooks.post,
        (executor) => (result, context) =>
          this.#called(hooks.post.name, log.post, context, (other) => executor(result, other)),
      ),
    };
  }

  #point<Args extends readonly unknown[], Answer>(
    point: HookPoint<Args, Answer>,
    watched: (
      executor: (...args: Args) => Answer | undefined | Promise<Answer | undefined>,
    ) => (...args: Args) => Promise<Answer | undefined>,
  ): HookPoint<Args, Answer> {
    const noted = (options: TapOptions): TapOptions => {
      this.taps.push({ hookPoint: point.name, name: typeof options === "string" ? options : options.name });
      return options;
    };
    return {
      name: point.name,
      tap: (options, executor) => point.tapPromise(noted(options), watched(executor)),
      tapPromise: (options, executor) => point.tapPromise(noted(options), watched(executor)),
    };
  }

  async #called<C extends CallContext, R>(
    hookPoint: string,
    log: Call<C, R>[],
    context: C,
    execute: (context: C) => R | undefined | Promise<R | undefined>,
  ): Promise<R | undefined> {
    const { promise: settled, resolve } = Promise.withResolvers<Outcome<R>>();
    const again = async (other: C): Promise<R | undefined> => execute(other);
    const call: Call<C, R> = { hookPoint, context, settled, outcome: null, tookMs: 0, changed: null, again };
    log.push(call);
    this.onCall(call);
    const given = this.#contexts === "copied" ? mutableCopy(context) : context;
    const begun = performance.now();
    const outcome = await outcomeOf(() => execute(given));
    call.tookMs = performance.now() - begun;
    if (given !== context) call.changed = firstDifference(context, given);
    call.outcome = outcome;
    resolve(outcome);
    if (outcome.kind === "error") throw outcome.error;
    return outcome.value;
  }
}

async function outcomeOf<R>(work: () => R | undefined | Promise<R | undefined>): Promise<Outcome<R>> {
  try {
    return { kind: "value", value: await work() };
  } catch (error) {
    return { kind: "error", error };
  }
}
