import {
  append,
  createKernel,
  createState,
  type EventMap,
  ExecutorError,
  type Installation,
  InvalidResultError,
  type Kernel,
  type PluginKernel,
  type SectionDeclaration,
  serialiseState,
} from "@varve/kernel";
import { conversation } from "@varve/test-builders";
import { describe, expect, it, vi } from "vitest";
import { kernelWith, plugin } from "./minimal-kernel.ts";

const state = append(createState({ taskId: "t" }), conversation().user("go").exchange("grep", {}, "a.ts").items);

/** Calls a tap with what its types would not let through. */
function tapAnything(point: object, executor: unknown): void {
  Reflect.apply(Reflect.get(point, "tap"), point, ["odd", executor]);
}

function odd(apply: (kernel: PluginKernel) => void): Installation {
  return plugin("odd", apply);
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}

describe("an observer that is an async function", () => {
  it("is told of through failed when it rejects, and does not end the process", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const errors: EventMap["failed"]["error"][] = [];
    const kernel = await kernelWith([
      odd(({ events }) => {
        tapAnything(events.assembled, async () => {
          throw new Error("no room on the screen");
        });
        events.failed.tap("watch", ({ error }) => void errors.push(error));
      }),
    ]);
    await kernel.prepare(state);
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
    expect(errors).toMatchObject([{ code: "OBSERVER_FAILED", event: "assembled", observer: "odd" }]);
  });
});

describe("a section's hook points", () => {
  it("may be looked at in apply without being tapped", async () => {
    const kernel = await kernelWith([odd(({ hooks }) => void Reflect.get(hooks.section, "nothing"))]);
    expect(names(kernel)).not.toContain("section.nothing");
  });

  it("of an id that nobody declared cannot be tapped once the kernel runs, and leave nothing behind", async () => {
    const kernel = await kernelWith();
    expect(() => tapAnything(Reflect.get(kernel.hooks.section, "histroy").in, () => "")).toThrow(/after the kernel/);
    expect(names(kernel)).not.toContain("section.histroy");
  });

  function names(kernel: Kernel): readonly string[] {
    return kernel.explain().operations.map(({ name }) => name);
  }
});

describe("the instances of a section", () => {
  const many = (instances: unknown) =>
    kernelWith([
      odd((kernel) => {
        const declaration: SectionDeclaration = { id: "many", stability: "task" };
        kernel.declareSection(Object.assign(declaration, { instances })).in.tap("odd", ({ instance }) => `${instance}`);
      }),
    ]);

  it("fault 40: keep their plugin's name and the cause when they fail", async () => {
    const kernel = await many(() => {
      throw "nothing there";
    });
    const error = await failure(kernel.prepare(state));
    expect(error).toBeInstanceOf(ExecutorError);
    expect(error).toMatchObject({ plugin: "odd", hookPoint: "section.many.instances", cause: "nothing there" });
  });

  it("are texts, and anything else is refused with the plugin's name", async () => {
    for (const nonsense of [() => 5, () => [1], () => null]) {
      const error = await failure((await many(nonsense)).prepare(state));
      expect(error).toBeInstanceOf(InvalidResultError);
      expect(error).toMatchObject({ plugin: "odd" });
    }
  });

  it("stand once each, however often they are named", async () => {
    const { window } = await (await many(() => ["a", "b", "a"])).prepare(state);
    expect(window.sections.map(({ id }) => id).filter((id) => id.startsWith("many"))).toEqual(["many:a", "many:b"]);
  });
});

describe("a section of items", () => {
  it("fault 27: holds no message without content", async () => {
    const kernel = await kernelWith([
      odd((k) =>
        k.declareSection({ id: "notes", stability: "task" }).in.tap("odd", () => [
          { kind: "message", role: "developer", parts: [] },
          { kind: "message", role: "developer", parts: [{ kind: "text", text: "" }] },
          { kind: "message", role: "developer", parts: [{ kind: "text", text: "kept" }] },
        ]),
      ),
    ]);
    const { window } = await kernel.prepare(state);
    expect(window.input.filter(({ sections }) => sections.includes("notes"))).toHaveLength(1);
  });
});

describe("an executor that answers what its types forbid", () => {
  it("fault 73: a pre that returns a list is refused: it would be spread into the context", async () => {
    const kernel = await kernelWith([odd(({ hooks }) => tapAnything(hooks.compaction.trigger.pre, () => [1]))]);
    expect(await failure(kernel.prepare(state))).toMatchObject({
      code: "INVALID_RESULT",
      hookPoint: "compaction.trigger.pre",
      plugin: "odd",
    });
  });

  it("a value that was accepted and is no plain JSON does not get into a state", async () => {
    for (const accepted of [new Date(), () => 1, Number.NaN, { deep: [new Map()] }, 1n]) {
      const kernel = await kernelWith([odd(({ hooks }) => tapAnything(hooks.state.write.in, () => ({ accepted })))]);
      expect(await failure(kernel.write(state, "cart", 1))).toMatchObject({
        code: "INVALID_RESULT",
        hookPoint: "state.write.in",
        plugin: "odd",
      });
    }
  });

  it("cannot change a state, also one that came out of plain JSON and that no section has looked at before", async () => {
    const given = JSON.parse(serialiseState(state));
    const grasping = odd((k) => {
      k.hooks.tokens.count.in.tap("odd", () => 1);
      k.declareSection({ id: "all", stability: "turn", entries: ["message", "tool_call", "tool_result"] }).in.tap(
        "odd",
        ({ entry, state: seen }) => {
          Reflect.set(seen, "turn", 99);
          return entry === null ? [] : [entry.item];
        },
      );
    });
    const kernel = await createKernel({ plugins: [grasping] });
    await kernel.assemble(given);
    expect(given).toEqual(state);
  });

  it("text for a result keeps the result's error flag", async () => {
    const kernel = await kernelWith([odd(({ hooks }) => hooks.section.tool_results.in.tap("odd", () => "short"))]);
    const failed = append(createState({ taskId: "t" }), conversation().user("go").call("run").failure("exit 1").items);
    const { window } = await kernel.prepare(failed);
    expect(window.input.at(-1)?.item).toMatchObject({ kind: "tool_result", isError: true });
  });

  it("an item that is an instance of a class cannot be changed in the window afterwards", async () => {
    class Spoken {
      readonly kind = "message";
      readonly role = "user";
      readonly parts = [{ kind: "text", text: "mine" }];
    }
    const kernel = await kernelWith([odd(({ hooks }) => tapAnything(hooks.section.history.in, () => [new Spoken()]))]);
    expect(await failure(kernel.prepare(state))).toMatchObject({ code: "INVALID_RESULT", plugin: "odd" });
  });
});
