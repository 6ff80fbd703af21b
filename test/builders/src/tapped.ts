import type {
  JsonObject,
  ModelLimits,
  ModelResponse,
  Plugin,
  PluginKernel,
  SectionDeclaration,
  Window,
} from "@varve/kernel";

type Executor = (...args: unknown[]) => unknown;

/** A plugin applied to a kernel that only writes down what it is asked to do, so that one executor can be called alone. */
export interface Tapped {
  readonly sections: readonly SectionDeclaration[];
  readonly models: readonly ModelLimits[];
  readonly described: ReadonlyMap<string, JsonObject>;
  /** The names that tapped a hook point, with their stages, as `name@stage`. */
  taps(hookPoint: string): readonly string[];
  /** Calls the first executor of a hook point: `call("compaction.keep.in", context)`. */
  call(hookPoint: string, ...args: unknown[]): Promise<unknown>;
  /** Tells every observer of an event. */
  tell(event: string, facts: unknown): void;
}

/** Answers for what a plugin asks of the kernel later; what is absent fails when it is asked for. */
export interface KernelAnswers {
  readonly ask?: (window: Window, options?: Parameters<PluginKernel["ask"]>[1]) => Promise<ModelResponse>;
  readonly count?: PluginKernel["count"];
  readonly model?: ModelLimits | null;
}

export async function tapped<Options>(
  plugin: Plugin<Options>,
  options: Options,
  answers: KernelAnswers = {},
): Promise<Tapped> {
  const executors = new Map<string, { name: string; stage: number; executor: Executor }[]>();
  const observers = new Map<string, ((facts: unknown) => void)[]>();
  const sections: SectionDeclaration[] = [];
  const models: ModelLimits[] = [];
  const described = new Map<string, JsonObject>();

  const point = (name: string) => {
    const add = (tap: string | { name: string; stage?: number }, executor: Executor): void => {
      const { name: who, stage = 0 } = typeof tap === "string" ? { name: tap } : tap;
      executors.set(name, [...(executors.get(name) ?? []), { name: who, stage, executor }]);
    };
    return { name, tap: add, tapPromise: add };
  };
  const operation = (name: string) => ({
    pre: point(`${name}.pre`),
    in: point(`${name}.in`),
    post: point(`${name}.post`),
  });
  const group = (prefix: string) =>
    new Proxy(Object.create(null), { get: (_, name) => operation(`${prefix}.${String(name)}`) });

  const kernel: PluginKernel = {
    hooks: new Proxy(Object.create(null), { get: (_, name) => group(String(name)) }),
    events: new Proxy(Object.create(null), {
      get: (_, event) => ({
        name: String(event),
        tap: (_name: string, observer: (facts: unknown) => void) => {
          observers.set(String(event), [...(observers.get(String(event)) ?? []), observer]);
        },
      }),
    }),
    declareSection(declaration) {
      sections.push(declaration);
      return group("section")[declaration.id];
    },
    declareModel: (limits) => void models.push(limits),
    describe: (subset, schema) => void described.set(subset, schema),
    count: answers.count ?? (() => Promise.reject(new Error("this test gives no answer to kernel.count"))),
    ask: answers.ask ?? (() => Promise.reject(new Error("this test gives no answer to kernel.ask"))),
    model: answers.model ?? null,
  };
  await plugin.apply(kernel, options);

  return {
    sections,
    models,
    described,
    taps: (hookPoint) => (executors.get(hookPoint) ?? []).map(({ name, stage }) => `${name}@${stage}`),
    async call(hookPoint, ...args) {
      const first = executors.get(hookPoint)?.[0];
      if (first === undefined)
        throw new Error(`${plugin.name} does not tap ${hookPoint}; it taps ${[...executors.keys()].join(", ")}`);
      return await first.executor(...args);
    },
    tell: (event, facts) => {
      for (const observer of observers.get(event) ?? []) observer(facts);
    },
  };
}
