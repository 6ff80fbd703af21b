/** Named stages: at one hook point, executors are asked in the order of their stages, then in the order of tapping. */
export const STAGES = {
  /** Before third parties: for what must see an input first. */
  early: -100,
  /** tapable's usual one, where third-party executors stand. */
  thirdParty: 0,
  /** After third parties, before the default. */
  late: 100,
  /** The default executor: one at a hook point, asked when nobody else answered. */
  default: 1000,
} as const;

/** Who taps: a name, or a name with a stage. */
export type TapOptions = string | { readonly name: string; readonly stage?: number };

/**
 * The tapping half of a hook: tapable's own `tap` and `tapPromise`. The hook itself stays with the kernel.
 *
 * An executor is always called inside the kernel's own try and catch, whichever way it was tapped: what it throws or
 * rejects with becomes an `ExecutorError` with the hook point and its name.
 *
 * @typeParam Args what an executor is called with
 * @typeParam Answer what it may return; `undefined` always passes on
 */
export interface HookPoint<Args extends readonly unknown[], Answer> {
  /** As in the catalogue: `compaction.trigger.in`. */
  readonly name: string;
  /**
   * Adds an executor that answers at once.
   * @throws DuplicateTapError when the name already taps this hook point
   * @throws InvalidStageError when the stage is no finite number
   * @throws DuplicateDefaultError when a second executor is tapped at the default stage
   * @throws FrozenError once the kernel has been created
   */
  tap(options: TapOptions, executor: (...args: Args) => Answer | undefined): void;
  /** Adds an executor that answers with a promise. Throws as {@link tap} does. */
  tapPromise(options: TapOptions, executor: (...args: Args) => Promise<Answer | undefined>): void;
}

/** The three phases of one operation, as an author sees them. */
export interface OperationHooks<Context, Result> {
  /** May replace the operation's input: return another context. */
  readonly pre: HookPoint<[context: Context], Context>;
  /** The body: the first executor that returns a value sets the result. `false`, `0` and `""` are values. */
  readonly in: HookPoint<[context: Context], Result>;
  /** May replace the result: return another one. */
  readonly post: HookPoint<[result: Result, context: Context], Result>;
}
