import {
  append,
  createKernel,
  createState,
  DuplicateDefaultError,
  definePlugin,
  FrozenError,
  type Installation,
  install,
  PluginError,
  type PluginKernel,
  PluginOptionsError,
  SectionError,
  STAGES,
} from "@varve/kernel";
import { conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { kernelWith, minimal, plugin } from "./minimal-kernel.ts";

const schema = { type: "object", properties: { depth: { type: "number" } }, required: ["depth"] };

function withOptions(
  options: unknown,
  apply: (kernel: PluginKernel, options: unknown) => void = () => {},
): Installation {
  return install(definePlugin<unknown>({ name: "deep", api: 1, options: schema, apply }), options, "varve.toml");
}

describe("createKernel", () => {
  it("fault 39: applies a plugin that is named twice once, with the options given last, and says so", async () => {
    const applied: unknown[] = [];
    const kernel = await createKernel({
      plugins: [
        install(minimal, undefined),
        withOptions({ depth: 1 }, (_, options) => applied.push(options)),
        withOptions({ depth: 2 }, (_, options) => applied.push(options)),
      ],
      validate: () => [],
    });
    expect(applied).toEqual([{ depth: 2 }]);
    expect(kernel.explain().notices).toEqual([expect.stringContaining("Plugin deep is named twice")]);
  });

  it("keeps the options of a plugin that is named again without any", async () => {
    const applied: unknown[] = [];
    const named = (options: unknown) => withOptions(options, (_, given) => applied.push(given));
    await createKernel({
      plugins: [install(minimal, undefined), named({ depth: 1 }), named(undefined)],
      validate: () => [],
    });
    expect(applied).toEqual([{ depth: 1 }]);
  });

  it("never lets options that break their schema reach apply", async () => {
    let applied = false;
    const error = await createKernel({
      plugins: [
        withOptions({ depth: "x" }, () => {
          applied = true;
        }),
      ],
      validate: () => [{ pointer: "/depth", reason: "must be number" }],
    }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PluginOptionsError);
    expect(String(error)).toContain("/depth must be number");
    expect(applied).toBe(false);
  });

  it("refuses options that nobody can check, and options for a plugin that takes none", async () => {
    await expect(createKernel({ plugins: [withOptions({ depth: 1 })] })).rejects.toThrow(/validate/);
    const none = definePlugin<unknown>({ name: "none", api: 1, apply: () => {} });
    await expect(createKernel({ plugins: [install(none, { depth: 1 })] })).rejects.toThrow(/takes no options/);
  });

  it("fault 40: an error in apply keeps its plugin's name and its cause", async () => {
    const cause = new Error("no such table");
    const error = await kernelWith([
      plugin("broken", () => {
        throw cause;
      }),
    ]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PluginError);
    expect(error).toMatchObject({ plugin: "broken", cause });
    expect(String(error)).toContain("no such table");
  });

  it("refuses what is no plugin, or speaks another version of the interface", async () => {
    const wrong: unknown = { name: "old", api: 0, apply: () => {} };
    expect(() => Reflect.apply(definePlugin, undefined, [wrong])).toThrow(/interface 0/);
    expect(() => Reflect.apply(definePlugin, undefined, [{ api: 1 }])).toThrow(PluginError);
  });

  it("refuses a section that is tapped and never declared, and says what there is", async () => {
    const stray = plugin("stray", (kernel) => Reflect.get(kernel.hooks.section, "plna").in.tap("stray", () => "x"));
    const error = await kernelWith([stray]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SectionError);
    expect(String(error)).toMatch(/plna.*plan/s);
  });

  it("lets a plugin tap a section that another one declares later", async () => {
    const early = plugin("early", (kernel) => kernel.hooks.section.plan.in.tap("early", () => "early plan"));
    const kernel = await createKernel({ plugins: [early, install(minimal, undefined)] });
    expect((await kernel.assemble(createState({ taskId: "t" }))).sections.at(-1)).toMatchObject({
      id: "plan",
      text: "early plan",
      plugins: ["early"],
    });
  });

  it("refuses a second default at one hook point, and every change once it runs", async () => {
    const second = plugin("second", (kernel) =>
      kernel.hooks.tokens.count.in.tap({ name: "second", stage: STAGES.default }, () => 1),
    );
    await expect(kernelWith([second])).rejects.toThrow(DuplicateDefaultError);
    let held: PluginKernel | undefined;
    const kernel = await kernelWith([
      plugin("holder", (given) => {
        held = given;
      }),
    ]);
    expect(() => kernel.hooks.tokens.count.in.tap("late", () => 1)).toThrow(FrozenError);
    expect(() => held?.declareSection({ id: "late", stability: "turn" })).toThrow(FrozenError);
  });

  it("refuses budgets and fractions that are out of range", async () => {
    for (const context of [
      { turnBudgetTokens: 0, compactionFraction: 0.5 },
      { turnBudgetTokens: 1.5, compactionFraction: 0.5 },
      { turnBudgetTokens: 100, compactionFraction: 0 },
      { turnBudgetTokens: 100, compactionFraction: 1.1 },
      { turnBudgetTokens: 100, compactionFraction: 0.5, compactionTarget: 0.5 },
    ]) {
      await expect(kernelWith([], { context })).rejects.toMatchObject({ code: "LIMITS" });
    }
  });

  it("explains who answers what, in which order, and by default", async () => {
    const kernel = await kernelWith([
      plugin("@acme/x", (k) => k.hooks.compaction.summarise.in.tap("@acme/x", () => undefined)),
    ]);
    const { operations, sections, plugins } = kernel.explain();
    expect(operations.find(({ name }) => name === "compaction.summarise")).toMatchObject({
      first: "@acme/x",
      default: "minimal",
      in: {
        name: "compaction.summarise.in",
        taps: [
          { name: "@acme/x", stage: 0 },
          { name: "minimal", stage: 1000 },
        ],
      },
    });
    expect(operations.map(({ name }) => name)).toContain("section.plan");
    expect(sections.map(({ id, place }) => `${id} ${place}`)).toEqual([
      "system_prompt instructions",
      "plan input",
      "state_summary input",
      "history input",
      "tool_results input",
    ]);
    expect(plugins.map(({ name }) => name)).toEqual(["minimal", "@acme/x"]);
  });
});

describe("observers", () => {
  it("decide nothing: one that throws is told of through failed, and the turn goes on", async () => {
    const failures: string[] = [];
    const kernel = await kernelWith([
      plugin("watch", (k) => {
        k.events.assembled.tap("broken", () => {
          throw new Error("oops");
        });
        k.events.failed.tap("worse", () => {
          throw new Error("again");
        });
        k.events.failed.tap("log", ({ error }) => void failures.push(`${error.code} ${error.message}`));
      }),
    ]);
    const { window } = await kernel.prepare(append(createState({ taskId: "t" }), conversation().user("hi").items));
    expect(window.input).toHaveLength(1);
    expect(failures).toEqual(["OBSERVER_FAILED Observer broken of assembled failed: oops"]);
  });

  it("hear of every decision, also of a no, and of failures", async () => {
    const heard: string[] = [];
    const kernel = await kernelWith([
      plugin("watch", (k) => {
        k.events.decided.tap(
          "log",
          ({ decision }) =>
            void heard.push(
              `${decision.operation} ${decision.plugin} ${decision.answer} ${decision.reason ?? ""}`.trim(),
            ),
        );
        k.events.failed.tap("log", ({ error }) => void heard.push(error.code));
        k.hooks.compaction.trigger.in.tap("mine", () => ({ compact: false, reason: "plenty of room" }));
        k.hooks.tokens.count.post.tap("mine", (_, { content }) => {
          if (typeof content !== "string" && JSON.stringify(content).includes("boom")) throw new Error("boom");
        });
      }),
    ]);
    await kernel.prepare(append(createState({ taskId: "t" }), conversation().user("hi").items));
    await kernel.prepare(append(createState({ taskId: "t" }), conversation().user("boom").items)).catch(() => {});
    expect(heard).toEqual(["compaction.trigger mine no plenty of room", "EXECUTOR_FAILED"]);
  });
});

describe("data of a task", () => {
  it("is written only when it is accepted, and the state stays as it was when it is not", async () => {
    const refuse = plugin("refuse", (k) =>
      k.hooks.state.write.in.tap("refuse", ({ value }) =>
        value === "bad" ? { refused: { pointer: "/x", reason: "is bad" } } : undefined,
      ),
    );
    const kernel = await kernelWith([refuse]);
    const state = await kernel.write(createState({ taskId: "t" }), "notes", { a: [1] });
    expect(state.data).toEqual({ notes: { a: [1] } });
    await expect(kernel.write(state, "notes", "bad")).rejects.toMatchObject({
      code: "STATE_VALIDATION",
      subset: "notes",
      pointer: "/x",
      reason: "is bad",
    });
    expect(state.data).toEqual({ notes: { a: [1] } });
  });

  it("fault 75: a subset named __proto__ is a key like any other", async () => {
    const kernel = await kernelWith();
    const state = await kernel.write(createState({ taskId: "t" }), "__proto__", { polluted: true });
    expect(Object.keys(state.data)).toEqual(["__proto__"]);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  it("refuses what is no plain JSON", async () => {
    const kernel = await kernelWith();
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    for (const value of [Number.NaN, () => 1, new Date(0), cyclic]) {
      await expect(
        Reflect.apply(kernel.write, kernel, [createState({ taskId: "t" }), "x", value]),
      ).rejects.toMatchObject({ code: "STATE_VALIDATION" });
    }
  });
});
