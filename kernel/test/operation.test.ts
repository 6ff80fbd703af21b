import { callContext } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import {
  AbortedError,
  DuplicateDefaultError,
  DuplicateTapError,
  ExecutorError,
  FrozenError,
  InvalidResultError,
  InvalidStageError,
  MissingExecutorError,
} from "../src/errors.ts";
import type { CallContext } from "../src/hooks/contexts.ts";
import { STAGES } from "../src/hooks/hook-point.ts";
import { Operation } from "../src/hooks/operation.ts";

type Value = string | number | boolean;

function operation(waits?: "until_settled"): Operation<CallContext, Value> {
  const matches = (value: unknown): value is Value => ["string", "number", "boolean"].includes(typeof value);
  return new Operation<CallContext, Value>("demo.ask", { expected: "expected a primitive", matches }, waits);
}

/** The same misbehaviour in every shape that an executor can have. */
const SHAPES: readonly (readonly [string, () => never | Promise<never>])[] = [
  [
    "throws",
    () => {
      throw new Error("broken");
    },
  ],
  [
    "throws a string",
    () => {
      throw "broken";
    },
  ],
  ["rejects", () => Promise.reject(new Error("broken"))],
];

describe("an operation", () => {
  it("fault 37: takes false, 0 and an empty text as results, and passes on only at undefined", async () => {
    for (const value of [false, 0, ""]) {
      const ask = operation();
      ask.hooks.in.tap("first", () => undefined);
      ask.hooks.in.tap("second", () => value);
      ask.hooks.in.tap("third", () => "late");
      expect(await ask.run(callContext())).toEqual({ result: value, by: "second", replacedBy: null });
    }
  });

  it("fault 38: asks a default last, whatever the order of installation, and third parties in the declared order", async () => {
    const ask = operation();
    ask.hooks.in.tap({ name: "default", stage: STAGES.default }, () => "default");
    ask.hooks.in.tap("a", () => "a");
    ask.hooks.in.tap("b", () => "b");
    expect((await ask.run(callContext())).by).toBe("a");
    expect(ask.explain().in.taps.map(({ name }) => name)).toEqual(["a", "b", "default"]);
    expect(ask.explain()).toMatchObject({ first: "a", default: "default" });
  });

  it("fault 71: orders by stage and declared order alone; before has no effect", async () => {
    const ask = operation();
    const withBefore = { name: "c", stage: 0, before: "a" };
    ask.hooks.in.tap({ name: "a", stage: 1 }, () => undefined);
    ask.hooks.in.tap("b", () => undefined);
    ask.hooks.in.tap(withBefore, () => undefined);
    expect(ask.explain().in.taps.map(({ name }) => name)).toEqual(["b", "c", "a"]);
  });

  for (const position of ["first", "second"] as const) {
    for (const [shape, misbehave] of SHAPES) {
      for (const tap of ["tap", "tapPromise"] as const) {
        for (const phase of ["pre", "in", "post"] as const) {
          it(`fault 84, fault 40: an executor that ${shape}, ${position} at ${phase} by ${tap}, ends in an ExecutorError with hook point, plugin and cause`, async () => {
            const ask = operation();
            if (phase !== "in") ask.hooks.in.tap("answer", () => "ok");
            if (position === "second") ask.hooks[phase].tap("harmless", () => undefined);
            ask.hooks[phase][tap]("culprit", misbehave as () => never);
            const error = await ask.run(callContext()).catch((thrown: unknown) => thrown);
            expect(error).toBeInstanceOf(ExecutorError);
            expect(error).toMatchObject({ code: "EXECUTOR_FAILED", hookPoint: `demo.ask.${phase}`, plugin: "culprit" });
            expect(String(error)).toContain("broken");
          });
        }
      }
    }
    it(`fault 84: an async function given to tap, ${position}, answers with its value and not with its promise`, async () => {
      const ask = operation();
      if (position === "second") ask.hooks.in.tap("harmless", () => undefined);
      const answer: unknown = async () => "value";
      ask.hooks.in.tap("async", answer as () => string);
      expect((await ask.run(callContext())).result).toBe("value");
    });
  }

  it("fault 73: refuses a result that is none of its hook point, with the plugin's name", async () => {
    const ask = operation();
    const answer: unknown = () => ({});
    ask.hooks.in.tap("sloppy", answer as () => string);
    const error = await ask.run(callContext()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidResultError);
    expect(error).toMatchObject({ plugin: "sloppy", hookPoint: "demo.ask.in" });
  });

  it("says which operation nobody answered", async () => {
    await expect(operation().run(callContext())).rejects.toThrow(MissingExecutorError);
    await expect(operation().run(callContext())).rejects.toThrow("demo.ask.in");
    expect(await operation().ask(callContext())).toBeNull();
  });

  it("lets pre replace the input, but not whose call it is", async () => {
    const ask = operation();
    ask.hooks.pre.tap("other", (context) => ({ ...context, taskId: "stolen", turn: 99, extra: "here" }));
    ask.hooks.in.tap("answer", (context) => `${context.taskId} ${context.turn} ${"extra" in context}`);
    expect((await ask.run(callContext())).result).toBe("task-1 3 true");
  });

  it("lets post replace the result, one after another, and tells who did", async () => {
    const ask = operation();
    ask.hooks.in.tap("answer", () => "a");
    ask.hooks.post.tap("b", (result) => `${result}b`);
    ask.hooks.post.tap("leaves it", () => undefined);
    ask.hooks.post.tapPromise("c", async (result) => `${result}c`);
    expect(await ask.run(callContext())).toEqual({ result: "abc", by: "answer", replacedBy: "c" });
  });

  it("refuses a name twice, a stage that is no finite number, a second default, and taps after it was frozen", () => {
    const ask = operation();
    ask.hooks.in.tap({ name: "default", stage: STAGES.default }, () => "x");
    expect(() => ask.hooks.in.tap("default", () => "x")).toThrow(DuplicateTapError);
    expect(() => ask.hooks.in.tap({ name: "late", stage: Number.NaN }, () => "x")).toThrow(InvalidStageError);
    expect(() => ask.hooks.in.tap({ name: "late", stage: Number.POSITIVE_INFINITY }, () => "x")).toThrow(
      InvalidStageError,
    );
    expect(() => ask.hooks.in.tap({ name: "other", stage: STAGES.default }, () => "x")).toThrow(DuplicateDefaultError);
    ask.freeze();
    expect(() => ask.hooks.in.tap("new", () => "x")).toThrow(FrozenError);
  });

  it("fault 46: lets go of an executor as soon as the signal aborts, and tells it", async () => {
    const ask = operation();
    let told = false;
    ask.hooks.in.tapPromise(
      "hangs",
      ({ signal }) =>
        new Promise(() =>
          signal.addEventListener("abort", () => {
            told = true;
          }),
        ),
    );
    const controller = new AbortController();
    const running = ask.run(callContext({ signal: controller.signal }));
    controller.abort(new Error("enough"));
    await expect(running).rejects.toThrow(AbortedError);
    await expect(running).rejects.toThrow("enough");
    expect(told).toBe(true);
  });

  it("fault 45: waits for an effect that cannot be taken back, although the signal aborts", async () => {
    const write = operation("until_settled");
    const controller = new AbortController();
    write.hooks.in.tapPromise("slow", async () => {
      controller.abort();
      await new Promise((resolve) => setTimeout(resolve, 5));
      return "stored";
    });
    expect((await write.run(callContext({ signal: controller.signal }))).result).toBe("stored");
  });

  it("fault 81: leaves no listener on the signal, however often it is asked", async () => {
    const ask = operation();
    ask.hooks.in.tap("answer", () => "ok");
    let listeners = 0;
    const { signal } = new AbortController();
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    for (let turn = 0; turn < 10_000; turn += 1) await ask.run(callContext({ signal }));
    expect(listeners).toBe(0);
  });
});
