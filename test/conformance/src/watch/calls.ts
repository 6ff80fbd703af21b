import type { CallContext, Operations, SectionContext, SectionResult } from "@varve/kernel";
import type { Difference } from "./difference.ts";

/** How a call of an executor ended. */
export type Outcome<Result> =
  | { readonly kind: "value"; readonly value: Result | undefined }
  | { readonly kind: "error"; readonly error: unknown };

/** One call of one executor of the plugin. */
export interface Call<Context, Result> {
  /** `compaction.summarise.in`. */
  readonly hookPoint: string;
  readonly context: Context;
  /** Settles with the executor, and never rejects. */
  readonly settled: Promise<Outcome<Result>>;
  /** `null` while it runs. */
  outcome: Outcome<Result> | null;
  /** How long it took, milliseconds; 0 while it runs. */
  tookMs: number;
  /** What the executor changed of its context, where it was handed one that it could change. */
  changed: Difference | null;
  /** Calls the same executor with another context. */
  again(context: Context): Promise<Result | undefined>;
}

/** The calls of one operation, by phase, in order. */
export interface Log<Context, Result> {
  readonly pre: Call<Context, Context>[];
  readonly in: Call<Context, Result>[];
  readonly post: Call<Context, Result>[];
}

/** A log of whatever operation. */
export type AnyLog = Log<CallContext, unknown>;
export type AnyCall = Call<CallContext, unknown>;

/** Every call of the plugin's executors. */
export type Calls = {
  readonly [Name in keyof Operations]: Log<Operations[Name]["context"], Operations[Name]["result"]>;
} & { readonly section: Log<SectionContext, SectionResult> };

export function noCalls(): Calls {
  return mapped(() => ({ pre: [], in: [], post: [] }));
}

/** Takes the calls that belong to a task out of a log. */
export function takeCalls(calls: Calls, taskId: string): Calls {
  const take = <C extends CallContext, R>(log: Log<C, R>): Log<C, R> => ({
    pre: taken(log.pre, taskId),
    in: taken(log.in, taskId),
    post: taken(log.post, taskId),
  });
  return {
    section: take(calls.section),
    "tokens.count": take(calls["tokens.count"]),
    "compaction.trigger": take(calls["compaction.trigger"]),
    "compaction.keep": take(calls["compaction.keep"]),
    "compaction.summarise": take(calls["compaction.summarise"]),
    "compaction.approve": take(calls["compaction.approve"]),
    "model.encode": take(calls["model.encode"]),
    "model.invoke": take(calls["model.invoke"]),
    "state.write": take(calls["state.write"]),
    "persistence.write": take(calls["persistence.write"]),
    "persistence.read": take(calls["persistence.read"]),
  };
}

/** All calls of a log, whatever their phase. */
export function callsIn({ pre, in: body, post }: AnyLog): readonly AnyCall[] {
  return [...pre, ...body, ...post];
}

/** What the plugin answered last in a log: in `post`, or else in the body. `undefined` where it passed on. */
export function answerIn<Context, Result>(
  log: Log<Context, Result>,
): { readonly value: Result; readonly context: Context } | undefined {
  for (const { outcome, context } of [...log.in, ...log.post].toReversed()) {
    if (outcome?.kind === "value" && outcome.value !== undefined) return { value: outcome.value, context };
  }
  return undefined;
}

function taken<C extends CallContext, R>(list: Call<C, R>[], taskId: string): Call<C, R>[] {
  const mine = list.filter(({ context }) => context.taskId === taskId);
  list.splice(0, list.length, ...list.filter(({ context }) => context.taskId !== taskId));
  return mine;
}

function mapped(make: <C, R>() => Log<C, R>): Calls {
  return {
    section: make(),
    "tokens.count": make(),
    "compaction.trigger": make(),
    "compaction.keep": make(),
    "compaction.summarise": make(),
    "compaction.approve": make(),
    "model.encode": make(),
    "model.invoke": make(),
    "state.write": make(),
    "persistence.write": make(),
    "persistence.read": make(),
  };
}
