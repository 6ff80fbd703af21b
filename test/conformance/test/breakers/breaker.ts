import { definePlugin, type PluginKernel } from "@varve/kernel";
import type { Subject } from "../../src/index.ts";

/** By the id of a rule, a plugin that breaks it. */
export type Breakers = Readonly<Record<string, () => Subject>>;

/** An executor that need not keep to any type: that is the point. */
export type Executor = (context: Context, second?: unknown) => unknown;

/** What the breakers look at of a context, whatever hook point it is of. */
export interface Context {
  readonly taskId: string;
  readonly signal: AbortSignal;
  readonly [field: string]: unknown;
}

/** A plugin that taps one hook point, untyped. */
export function tapping(hookPoint: string, executor: Executor, name = "breaker"): () => Subject {
  return () => ({
    plugin: definePlugin({ name: "breaker", api: 1, apply: (kernel) => tap(kernel, hookPoint, executor, name) }),
  });
}

/** Taps a hook point by its name. */
export function tap({ hooks }: PluginKernel, hookPoint: string, executor: Executor, name = "breaker"): void {
  const point = hookPoint.split(".").reduce<object>((from, part) => Reflect.get(from, part), hooks);
  Reflect.apply(Reflect.get(point, "tapPromise"), point, [name, async (context: Context) => executor(context)]);
}
