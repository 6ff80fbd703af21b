import { AsyncSeriesBailHook, AsyncSeriesWaterfallHook } from "tapable";
import {
  AbortedError,
  ConflictError,
  DuplicateDefaultError,
  DuplicateTapError,
  ExecutorError,
  FrozenError,
  InvalidResultError,
  InvalidStageError,
  MissingExecutorError,
} from "../errors.ts";
import { freeze } from "../immutable.ts";
import { isJsonObject } from "../json.ts";
import type { CallContext } from "./contexts.ts";
import type { ExplainedHookPoint, ExplainedOperation } from "./explain.ts";
import { type HookPoint, type OperationHooks, STAGES, type TapOptions } from "./hook-point.ts";

/**
 * What one executor did, carried through tapable as an ordinary value. Executors never throw into tapable: 2.3.4 never
 * settles when a second or later one does.
 */
type Outcome =
  | { readonly by: string; readonly value: unknown; readonly failure?: never }
  | { readonly by: string; readonly failure: { readonly cause: unknown } };

/** What travels through a waterfall: the value so far, who last replaced it, or what went wrong. */
interface Carried {
  readonly value: unknown;
  readonly by: string | null;
  readonly failed: { readonly by: string; readonly cause: unknown } | null;
}

/** How a result is recognised at run time: executors are plugins, and what they return is checked here. */
export interface ResultShape<Result> {
  /** What is expected, as a clause: "expected a boolean, or { compact, reason? }". */
  readonly expected: string;
  readonly matches: (value: unknown) => value is Result;
}

/** A result, and the executors that gave it. */
export interface Answer<Result> {
  readonly result: Result;
  /** Who answered in the body. */
  readonly by: string;
  /** Who replaced the result afterwards, or `null`. */
  readonly replacedBy: string | null;
}

type Executor = (...args: never[]) => unknown;

/** One tapable hook of an operation, behind the half that authors hold. */
class Phase<Args extends readonly unknown[], Result> implements HookPoint<Args, Result> {
  readonly name: string;
  readonly #add: (tap: { name: string; stage: number }, executor: Executor) => void;
  readonly #taps: () => readonly { name: string; stage?: number }[];
  readonly #isFrozen: () => boolean;

  constructor(
    name: string,
    add: (tap: { name: string; stage: number }, executor: Executor) => void,
    taps: () => readonly { name: string; stage?: number }[],
    isFrozen: () => boolean,
  ) {
    this.name = name;
    this.#add = add;
    this.#taps = taps;
    this.#isFrozen = isFrozen;
  }

  tap(options: TapOptions, executor: (...args: Args) => Result | undefined): void {
    this.#tap(options, executor);
  }

  tapPromise(options: TapOptions, executor: (...args: Args) => Promise<Result | undefined>): void {
    this.#tap(options, executor);
  }

  #tap(options: TapOptions, executor: Executor): void {
    const { name, stage = STAGES.thirdParty } = typeof options === "string" ? { name: options } : options;
    if (this.#isFrozen()) throw new FrozenError(`${name} taps ${this.name}`);
    if (!Number.isFinite(stage)) throw new InvalidStageError(this.name, name, stage);
    for (const present of this.#taps()) {
      if (present.name === name) throw new DuplicateTapError(this.name, name);
      if (stage === STAGES.default && present.stage === STAGES.default) {
        throw new DuplicateDefaultError(this.name, name, present.name);
      }
    }
    // Name and stage alone reach tapable: its `before` puts chained, absent and repeated names in the wrong place.
    this.#add({ name, stage }, executor);
  }

  explain(): ExplainedHookPoint {
    return { name: this.name, taps: this.#taps().map(({ name, stage = STAGES.thirdParty }) => ({ name, stage })) };
  }
}

/** One operation: its three phases, who taps them, and how it is run. */
export class Operation<Context extends CallContext, Result> {
  readonly name: string;
  readonly #shape: ResultShape<Result>;
  readonly #waits: "until_abort" | "until_settled";
  readonly #pre = new AsyncSeriesWaterfallHook<[Carried]>(["carried"]);
  readonly #in = new AsyncSeriesBailHook<[Context], Outcome | undefined>(["context"]);
  readonly #post = new AsyncSeriesWaterfallHook<[Carried, Context]>(["carried", "context"]);
  readonly #phases: {
    readonly pre: Phase<[Context], Context>;
    readonly in: Phase<[Context], Result>;
    readonly post: Phase<[Result, Context], Result>;
  };
  #frozen = false;

  /**
   * @param waits `until_abort` lets go of executors as soon as the signal aborts; `until_settled` waits for them, for
   * operations whose effect cannot be taken back and whose outcome must be known
   */
  constructor(name: string, shape: ResultShape<Result>, waits: "until_abort" | "until_settled" = "until_abort") {
    this.name = name;
    this.#shape = shape;
    this.#waits = waits;
    const isFrozen = () => this.#frozen;
    this.#phases = {
      pre: new Phase(
        `${name}.pre`,
        (tap, executor) => this.#pre.tapPromise(tap, (carried) => replace(tap.name, executor, carried, [])),
        () => this.#pre.taps,
        isFrozen,
      ),
      in: new Phase(
        `${name}.in`,
        (tap, executor) => this.#in.tapPromise(tap, (context) => answer(tap.name, executor, context)),
        () => this.#in.taps,
        isFrozen,
      ),
      post: new Phase(
        `${name}.post`,
        (tap, executor) =>
          this.#post.tapPromise(tap, (carried, context) => replace(tap.name, executor, carried, [context])),
        () => this.#post.taps,
        isFrozen,
      ),
    };
  }

  /** The half that authors hold. */
  get hooks(): OperationHooks<Context, Result> {
    return this.#phases;
  }

  /** From here on nobody can tap. */
  freeze(): void {
    this.#frozen = true;
  }

  /** Whether anybody taps any of the phases. */
  get isTapped(): boolean {
    return this.#pre.taps.length + this.#in.taps.length + this.#post.taps.length > 0;
  }

  explain(): ExplainedOperation {
    const [pre, body, post] = [this.#phases.pre.explain(), this.#phases.in.explain(), this.#phases.post.explain()];
    return {
      name: this.name,
      pre,
      in: body,
      post,
      first: body.taps[0]?.name ?? null,
      default: body.taps.find(({ stage }) => stage === STAGES.default)?.name ?? null,
    };
  }

  /**
   * The answer of the first executor that gives one.
   * @throws MissingExecutorError when nobody does
   */
  async run(context: Context): Promise<Answer<Result>> {
    const answered = await this.ask(context);
    if (answered === null) throw new MissingExecutorError(`${this.name}.in`);
    return answered;
  }

  /**
   * The answer of the first executor that gives one, or `null` where nobody does.
   * @throws ExecutorError when an executor throws; InvalidResultError when its result is none; AbortedError
   */
  async ask(context: Context): Promise<Answer<Result> | null> {
    if (context.signal.aborted) throw new AbortedError(this.name, context.signal.reason);
    if (this.#waits === "until_settled") return this.#phased(context);
    return untilAborted(this.name, context.signal, () => this.#phased(context));
  }

  async #phased(given: Context): Promise<Answer<Result> | null> {
    const context = this.#pre.taps.length === 0 ? given : await this.#replaceContext(given);
    const outcome = await this.#in.promise(context);
    if (outcome === undefined) return null;
    if (outcome.failure !== undefined) throw failed(`${this.name}.in`, outcome.by, outcome.failure.cause);
    const result = this.#accept(`${this.name}.in`, outcome.by, outcome.value);
    if (this.#post.taps.length === 0) return { result, by: outcome.by, replacedBy: null };

    const carried = await this.#post.promise({ value: result, by: null, failed: null }, context);
    if (carried.failed !== null) throw failed(`${this.name}.post`, carried.failed.by, carried.failed.cause);
    if (carried.by === null) return { result, by: outcome.by, replacedBy: null };
    return {
      result: this.#accept(`${this.name}.post`, carried.by, carried.value),
      by: outcome.by,
      replacedBy: carried.by,
    };
  }

  async #replaceContext(given: Context): Promise<Context> {
    const carried = await this.#pre.promise({ value: given, by: null, failed: null });
    if (carried.failed !== null) throw failed(`${this.name}.pre`, carried.failed.by, carried.failed.cause);
    if (carried.by === null) return given;
    if (!isJsonObject(carried.value)) {
      throw new InvalidResultError(
        `${this.name}.pre`,
        carried.by,
        "expected a context, or undefined to leave it as it is",
      );
    }
    // What a pre executor leaves out stays as it was: whose call it is and when it ends is not its to change.
    const { taskId, turn, attempt, correlationId, signal } = given;
    const { value, by } = carried;
    return lookingAt(`${this.name}.pre`, by, () =>
      freeze({ ...given, ...value, taskId, turn, attempt, correlationId, signal }),
    );
  }

  #accept(hookPoint: string, by: string, value: unknown): Result {
    return lookingAt(hookPoint, by, () => {
      if (!this.#shape.matches(value)) throw new InvalidResultError(hookPoint, by, this.#shape.expected);
      return freeze(value);
    });
  }
}

/** What an executor handed over may throw when it is looked at: a getter, a proxy. */
function lookingAt<T>(hookPoint: string, by: string, look: () => T): T {
  try {
    return look();
  } catch (cause) {
    throw cause instanceof InvalidResultError ? cause : new ExecutorError(hookPoint, by, cause);
  }
}

async function answer(by: string, executor: Executor, context: CallContext): Promise<Outcome | undefined> {
  try {
    const value: unknown = await Reflect.apply(executor, undefined, [context]);
    return value === undefined ? undefined : { by, value };
  } catch (cause) {
    return { by, failure: { cause } };
  }
}

async function replace(by: string, executor: Executor, carried: Carried, rest: unknown[]): Promise<Carried> {
  if (carried.failed !== null) return carried;
  try {
    const value: unknown = await Reflect.apply(executor, undefined, [carried.value, ...rest]);
    return value === undefined ? carried : { value, by, failed: null };
  } catch (cause) {
    return { ...carried, failed: { by, cause } };
  }
}

/** An abort that an executor passes on, and a store's conflict, are answers of the contract and no faults of the executor. */
function failed(hookPoint: string, by: string, cause: unknown): Error {
  return cause instanceof AbortedError || cause instanceof ConflictError
    ? cause
    : new ExecutorError(hookPoint, by, cause);
}

/** Settles with the work, or as soon as the signal aborts; leaves no listener behind. */
async function untilAborted<T>(what: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new AbortedError(what, signal.reason));
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    if (onAbort !== undefined) signal.removeEventListener("abort", onAbort);
  }
}
