import { Assembler, type CountTokensOf } from "./assembly/assembler.ts";
import { PrefixWatch } from "./assembly/prefix-watch.ts";
import type { SectionDeclaration } from "./assembly/section.ts";
import { withSafeInstances } from "./assembly/section-instances.ts";
import { checkDeclaration, windowOrder } from "./assembly/section-order.ts";
import { Compactor } from "./compaction/compactor.ts";
import { Exchanges } from "./compaction/exchanges.ts";
import { type ContextOptions, checkContext, checkModel, DEFAULT_CONTEXT } from "./compaction/limits.ts";
import {
  FrozenError,
  PluginError,
  PluginOptionsError,
  reasonOf,
  type SchemaProblem,
  SectionError,
  VarveError,
} from "./errors.ts";
import { Observers } from "./hooks/observers.ts";
import { Registry } from "./hooks/registry.ts";
import { frozenCopy } from "./immutable.ts";
import { canonicalJson, isJsonObject, type JsonObject } from "./json.ts";
import type { Kernel, PluginKernel } from "./kernel-interface.ts";
import { assertPlugin, type Installation } from "./plugin.ts";
import { RunningKernel } from "./running-kernel.ts";
import { Pairs } from "./state/pairing.ts";
import type { ModelLimits } from "./usage.ts";

export interface KernelOptions {
  /** Applied in this order; executors of the same stage are asked in it too. */
  readonly plugins: readonly Installation[];
  /** The budget and the lines derived from it. Absent: 100,000 tokens, compacted above three quarters. */
  readonly context?: ContextOptions;
  /** Section ids: each directly behind the one named before it. Absent: as declared. */
  readonly order?: readonly string[];
  /** Milliseconds since the epoch. Absent: records and usage carry no time. */
  readonly clock?: () => number;
  /**
   * Checks a value against a JSON schema and returns what is wrong. Options of plugins that describe theirs go through it;
   * absent, such a plugin is refused unless it was given none.
   */
  readonly validate?: (schema: JsonObject, value: unknown) => readonly SchemaProblem[];
}

/**
 * Puts a kernel together: applies the plugins in order, settles the window order, and freezes everything.
 * @throws PluginError, PluginOptionsError, SectionError, LimitsError, and what tapping throws
 */
export async function createKernel(options: KernelOptions): Promise<Kernel> {
  const context = options.context ?? DEFAULT_CONTEXT;
  checkContext(context);
  const assembly = new KernelAssembly();
  const { installations, notices } = onceEach(options.plugins);
  for (const installation of installations) await assembly.apply(installation, options.validate);
  return assembly.finish({ ...options, context }, installations, notices);
}

/** The kernel while its plugins are applied. */
class KernelAssembly {
  readonly #registry = new Registry();
  readonly #observers = new Observers();
  readonly #declared: SectionDeclaration[] = [];
  readonly #schemas = new Map<string, JsonObject>();
  #model: ModelLimits | null = null;
  #running: RunningKernel | null = null;

  async apply({ plugin, options: given }: Installation, validate: KernelOptions["validate"]): Promise<void> {
    const options = plugin.options === undefined ? given : frozenCopy(given ?? {});
    const problems = optionProblems(plugin, options, validate);
    if (problems.length > 0) throw new PluginOptionsError(plugin.name, problems);
    try {
      await plugin.apply(this.#pluginKernel(plugin.name), options);
    } catch (cause) {
      // The family's own errors say what is wrong and how to mend it; anything else gets its plugin's name here.
      if (cause instanceof VarveError) throw cause;
      throw new PluginError(plugin.name, `failed while it was applied: ${reasonOf(cause)}`, cause);
    }
  }

  finish(
    options: KernelOptions & { readonly context: ContextOptions },
    installations: readonly Installation[],
    notices: readonly string[],
  ): Kernel {
    const sections = windowOrder(this.#declared, options.order);
    const declared = sections.map(({ id }) => id);
    const stray = this.#registry.tappedSections.find((id) => !declared.includes(id));
    if (stray !== undefined) {
      throw new SectionError(stray, `is tapped, and nobody declares it. Declared are: ${declared.join(", ")}.`);
    }
    this.#registry.freeze(declared);
    const pairs = new Pairs();
    const exchanges = new Exchanges(pairs);
    const clock = options.clock ?? null;
    const count: CountTokensOf = async (content, call, model) => {
      const context = { ...call, content, model };
      // Whole tokens, whatever rule of thumb an executor goes by: sums of counts stand in states and records.
      return Math.ceil((await this.#registry.operations["tokens.count"].run(Object.freeze(context))).result);
    };
    const assembler = new Assembler({ sections, operation: (id) => this.#registry.section(id), count, pairs });
    const compactor = new Compactor({
      registry: this.#registry,
      assembler,
      sections,
      pairs,
      exchanges,
      observers: this.#observers,
      clock,
    });
    this.#running = new RunningKernel({
      registry: this.#registry,
      observers: this.#observers,
      assembler,
      compactor,
      prefixWatch: new PrefixWatch(),
      context: options.context,
      schemas: this.#schemas,
      count: (content, call) => count(content, call, this.#model?.name ?? null),
      model: () => this.#model,
      clock,
      explain: () => ({
        plugins: installations.map(({ plugin, from }) => ({ name: plugin.name, from: from ?? null })),
        operations: this.#registry.explain(),
        sections: sections.map(({ id, stability, survives }) => ({
          id,
          stability,
          survives,
          place: stability === "static" ? "instructions" : "input",
        })),
        observers: this.#observers.explain(),
        notices,
      }),
    });
    return this.#running;
  }

  #pluginKernel(plugin: string): PluginKernel {
    const assembly = this;
    return {
      hooks: this.#registry.hooks,
      events: this.#observers.events,
      declareSection(declaration) {
        if (assembly.#running !== null) throw new FrozenError(`${plugin} declares section ${declaration.id}`);
        checkDeclaration(declaration, assembly.#declared);
        assembly.#declared.push(Object.freeze({ ...withSafeInstances(declaration, plugin) }));
        return assembly.#registry.section(declaration.id).hooks;
      },
      declareModel(limits) {
        checkModel(limits);
        assembly.#model = frozenCopy(limits);
      },
      describe(subset, schema) {
        const present = assembly.#schemas.get(subset);
        if (present !== undefined && canonicalJson(present) !== canonicalJson(schema)) {
          throw new PluginError(
            plugin,
            `describes data.${subset} with a schema that differs from the one that is there. Choose another subset.`,
          );
        }
        assembly.#schemas.set(subset, frozenCopy(schema));
      },
      count: (content, options) => assembly.#started(plugin).count(content, options),
      ask: (window, options) => assembly.#started(plugin).ask(window, options),
      get model() {
        return assembly.#model;
      },
    };
  }

  #started(plugin: string): RunningKernel {
    if (this.#running === null)
      throw new PluginError(plugin, "calls the kernel in apply. Call it from an executor, once the kernel runs.");
    return this.#running;
  }
}

function optionProblems(
  { name, options: schema }: Installation["plugin"],
  options: unknown,
  validate: KernelOptions["validate"],
): readonly SchemaProblem[] {
  const isGiven = options !== undefined && !(isJsonObject(options) && Object.keys(options).length === 0);
  if (schema === undefined) return isGiven ? [{ pointer: "", reason: "this plugin takes no options" }] : [];
  if (validate !== undefined) return validated(name, () => validate(schema, options ?? {}));
  if (!isGiven) return [];
  throw new PluginError(
    name,
    "describes its options, and the kernel was given nothing to check them with. Pass createKernel({ validate }), for example validateSchema of @varve/state-ajv.",
  );
}

function validated(plugin: string, check: () => readonly SchemaProblem[]): readonly SchemaProblem[] {
  try {
    return check();
  } catch (cause) {
    throw new PluginError(plugin, `describes its options with a schema that cannot be used: ${reasonOf(cause)}`, cause);
  }
}

/** A plugin that is named twice, by a preset and by a configuration, is one: where it stood first, with the options given last. */
function onceEach(plugins: readonly Installation[]): {
  readonly installations: readonly Installation[];
  readonly notices: readonly string[];
} {
  const byName = new Map<string, Installation>();
  const notices: string[] = [];
  for (const installation of plugins) {
    assertPlugin(installation.plugin, installation.from);
    const { name } = installation.plugin;
    const before = byName.get(name);
    if (before !== undefined) {
      notices.push(
        `Plugin ${name} is named twice (${before.from ?? "?"}, ${installation.from ?? "?"}): it is applied once, with the options given last.`,
      );
    }
    // To name a plugin again without options is no wish to lose those that it has.
    const options = installation.options ?? before?.options;
    byName.set(name, { ...installation, options });
  }
  return { installations: [...byName.values()], notices };
}
