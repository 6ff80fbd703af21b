import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "@varve/config";
import {
  type AgentState,
  append,
  createState,
  ExecutorError,
  type Installation,
  install,
  type Kernel,
} from "@varve/kernel";
import triggerFraction from "@varve/trigger-fraction";
import { describe, expect, it } from "vitest";
import { budget, defaultKernel, failureOf, kernelOf, plugin, projectFolder } from "../end-to-end/default-kernel.ts";
import { longTalk } from "../end-to-end/sample-project.ts";

function longTask(): AgentState {
  return append(createState({ taskId: "t" }), longTalk().items);
}

const TIGHT = budget(9_000);

/** A plugin that answers the trigger, written as a file that a configuration can name. */
function written(name: string, answer: string): string {
  return `export default { name: ${JSON.stringify(name)}, api: 1, apply({ hooks }) {
    hooks.compaction.trigger.in.tap(${JSON.stringify(name)}, () => (${answer}));
  } };`;
}

/** Who answered the trigger. */
async function decider(kernel: Kernel): Promise<string | undefined> {
  return (await kernel.prepare(longTask())).decisions[0]?.plugin;
}

describe("plugins and configuration", () => {
  it("fault 37: false and an empty list are results: the default is not asked after them", async () => {
    const says = (apply: Parameters<typeof plugin>[1]) =>
      defaultKernel({ toml: TIGHT, plugins: [plugin("mine", apply)] });
    const no = await says(({ hooks }) => hooks.compaction.trigger.in.tap("mine", () => false));
    const { records, decisions } = await no.prepare(longTask());
    expect(records).toEqual([]);
    expect(decisions).toEqual([{ operation: "compaction.trigger", plugin: "mine", answer: "no" }]);

    const empty = await says(({ hooks }) =>
      hooks.compaction.keep.in.tap("mine", () => ({ sections: [], pins: [], allowEssential: true as const })),
    );
    expect((await empty.compact(longTask())).records[0]?.folded.map(({ section }) => section)).toContain(
      "system_prompt",
    );
    const blank = await says(({ hooks }) => hooks.section.system_prompt.in.tap("mine", () => ""));
    expect((await blank.prepare(longTask())).window.sections.map(({ id }) => id)).not.toContain("system_prompt");
    const nothing = await says(({ hooks }) => hooks.tokens.count.in.tap("mine", () => 0));
    expect((await nothing.prepare(longTask())).window.tokens).toBe(0);
  });

  it("fault 38: the default never wins over a third party, two third parties are asked in declared order, and explain shows it", async () => {
    const files = { "a.mjs": written("a", "false"), "b.mjs": written("b", "false") };
    for (const [first, second] of [
      ["a", "b"],
      ["b", "a"],
    ] as const) {
      const toml = `${TIGHT}[[plugins]]\nuse = "./${first}.mjs"\n[[plugins]]\nuse = "./${second}.mjs"\n`;
      const kernel = await defaultKernel({ toml, files });
      expect(await decider(kernel)).toBe(first);
      const trigger = kernel.explain().operations.find(({ name }) => name === "compaction.trigger");
      expect(trigger?.in.taps.map(({ name }) => name)).toEqual([first, second, "@varve/trigger-fraction"]);
      expect(trigger).toMatchObject({ first, default: "@varve/trigger-fraction" });
    }
  });

  it("fault 39: a plugin that the preset and somebody else name is one instance, and that is said", async () => {
    const again: Installation = install(triggerFraction, undefined, "varve.toml");
    const kernel = await defaultKernel({ plugins: [again] });
    const trigger = kernel.explain().operations.find(({ name }) => name === "compaction.trigger");
    expect(trigger?.in.taps).toHaveLength(1);
    expect(kernel.explain().notices).toEqual([expect.stringMatching(/trigger-fraction is named twice.*applied once/)]);
  });

  it("fault 40: a tap that throws a text keeps hook point, plugin and cause", async () => {
    for (const phase of ["pre", "in", "post"] as const) {
      const kernel = await defaultKernel({
        plugins: [
          plugin("@acme/odd", ({ hooks }) =>
            hooks.section.task[phase].tap("@acme/odd", () => {
              throw "out of paper";
            }),
          ),
        ],
      });
      const error = await failureOf(kernel.prepare(await stateWithTask(kernel)));
      expect(error).toBeInstanceOf(ExecutorError);
      expect(error).toMatchObject({ hookPoint: `section.task.${phase}`, plugin: "@acme/odd", cause: "out of paper" });
      expect(String(error)).toContain("out of paper");
    }
  });

  it("fault 41: a typo in a key is refused with the nearest known key and its line", async () => {
    const error = await failureOf(defaultKernel({ toml: "[context]\n\nturn_budget_token = 5\n" }));
    expect(String(error)).toMatch(/varve\.toml:3.*turn_budget_token.*turn_budget_tokens/s);
    expect(error).toMatchObject({ code: "CONFIG", line: 3 });
  });

  it("fault 42: a plugin is resolved from the file that names it, though the search began below", async () => {
    const toml = `${TIGHT}[[plugins]]\nuse = "mine"\n[[plugins]]\nuse = "./local.mjs"\n`;
    const package_ = { name: "mine", version: "1.0.0", type: "module", exports: "./index.mjs" };
    const folder = projectFolder({
      toml,
      files: {
        "local.mjs": written("local", "undefined"),
        "node_modules/mine/package.json": JSON.stringify(package_),
        "node_modules/mine/index.mjs": written("mine of the project", "false"),
        "deep/node_modules/mine/package.json": JSON.stringify(package_),
        "deep/node_modules/mine/index.mjs": written("mine of somebody else", "false"),
        "deep/local.mjs": written("somebody else's local", "false"),
      },
    });
    mkdirSync(join(folder, "deep/er"));
    expect(await decider(await kernelOf(join(folder, "deep/er")))).toBe("mine of the project");
  });

  it("fault 71: order comes from stages and the declared order alone: before has no effect, chained, absent or repeated", async () => {
    const tapping = (name: string, before: unknown) =>
      plugin(name, ({ hooks }) => {
        const { in: point } = hooks.compaction.trigger;
        Reflect.apply(point.tap, point, [{ name, before }, () => undefined]);
      });
    const early = plugin("early", ({ hooks }) =>
      hooks.compaction.trigger.in.tap({ name: "early", stage: -1 }, () => undefined),
    );
    const kernel = await defaultKernel({
      plugins: [tapping("a", ["b", "c"]), tapping("b", "nobody"), tapping("c", ["a", "a"]), early],
    });
    const trigger = kernel.explain().operations.find(({ name }) => name === "compaction.trigger");
    expect(trigger?.in.taps.map(({ name }) => name)).toEqual(["early", "a", "b", "c", "@varve/trigger-fraction"]);
  });

  for (const operation of ["trigger", "keep", "summarise"] as const) {
    it(`fault 73: {} from ${operation} is no result: it is refused with the plugin's name, and no other answer is thrown away`, async () => {
      const odd = plugin("odd", ({ hooks }) => {
        const { in: point } = hooks.compaction[operation];
        Reflect.apply(point.tap, point, ["odd", () => ({})]);
      });
      const kernel = await defaultKernel({ toml: TIGHT, plugins: [odd] });
      const state = longTask();
      expect(await failureOf(kernel.prepare(state))).toMatchObject({
        code: "INVALID_RESULT",
        hookPoint: `compaction.${operation}.in`,
        plugin: "odd",
      });
      expect(await kernel.load("t")).toBeNull();
    });
  }

  it("fault 74: a configuration that does not parse is an error, though a good one lies beside it", async () => {
    const folder = projectFolder({
      toml: "[context\n",
      files: { ".varverc": "context:\n  turn_budget_tokens: 5000\n" },
    });
    const error = await failureOf(kernelOf(folder));
    expect(error).toMatchObject({ code: "CONFIG", line: 1 });
    expect(String(error)).toContain(join(folder, "varve.toml"));
  });

  it("fault 76: code in somebody else's configuration is announced before it runs, and refused where only data is taken", async () => {
    const ran = `globalThis.varveFault76 = (globalThis.varveFault76 ?? 0) + 1; export default { context: {} };`;
    const folder = projectFolder({ files: {} });
    writeFileSync(join(folder, "varve.toml"), '[[plugins]]\nuse = "./mine.mjs"\n');
    writeFileSync(join(folder, "mine.mjs"), `${ran.split("export")[0]} ${written("mine", "false")}`);
    const runs = () => Reflect.get(globalThis, "varveFault76") ?? 0;
    const told: unknown[] = [];
    expect(await failureOf(loadConfig({ cwd: folder, code: "refuse" }))).toMatchObject({ code: "CONFIG" });
    expect(runs()).toBe(0);
    await loadConfig({ cwd: folder, onNotice: (notice) => void told.push([notice, runs()]) });
    expect(told).toEqual([[expect.stringContaining("mine.mjs"), 0]]);
    expect(runs()).toBe(1);
    Reflect.deleteProperty(globalThis, "varveFault76");
  });
});

function stateWithTask(kernel: Kernel): Promise<AgentState> {
  return kernel.write(longTask(), "task", { goal: "mend it" });
}
