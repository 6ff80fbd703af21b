import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { runVarve, terminalOf } from "@varve/cli";
import { kernelOptions, loadConfig } from "@varve/config";
import { defaults } from "@varve/defaults";
import { createKernel, type ExplainedOperation, type Installation, type Kernel, type Prepared } from "@varve/kernel";
import { validateSchema } from "@varve/state-ajv";
import { describe, expect, it } from "vitest";
import { budget, kernelOf, projectFolder } from "./default-kernel.ts";
import { longTalk, sampleProject, sampleTask } from "./sample-project.ts";

const OUTLINE = "@acme/varve-outline";
const REPOSITORY = dirname(dirname(import.meta.dirname));

const POINTS = [
  ["compaction.trigger", "{ trigger = {} }", "@varve/trigger-fraction"],
  ["compaction.keep", '{ keep = { newest_of = ["grep"] } }', "@varve/keep-essentials"],
  ["compaction.summarise", "{ summarise = {} }", "@varve/summarise-extractive"],
  ["section.plan", "{ section = {} }", "@varve/section-plan"],
] as const;

const ALL_FOUR = '{ trigger = {}, keep = { newest_of = ["grep"] }, summarise = {}, section = {} }';

/** The sample project, with the example package installed beside it, and what its configuration names as plugins. */
function project(plugins: readonly string[], files: Readonly<Record<string, string>> = {}): string {
  const sample = sampleProject(budget(9_000));
  const folder = projectFolder({ toml: `${sample.toml}${plugins.join("")}`, files: { ...sample.files, ...files } });
  mkdirSync(join(folder, "node_modules", "@acme"), { recursive: true });
  const installed = join(folder, "node_modules", OUTLINE);
  symlinkSync(join(REPOSITORY, "examples", "strategy-outline"), installed, "junction");
  return folder;
}

function use(plugin: string, options?: string): string {
  return `[[plugins]]\nuse = "${plugin}"\n${options === undefined ? "" : `options = ${options}\n`}`;
}

/** A plugin as a file: what it taps is given as code. */
function written(name: string, taps: string): string {
  return `export default { name: "${name}", api: 1, apply({ hooks: { section, compaction } }) { ${taps} } };`;
}

async function compacted(kernel: Kernel, exchanges = 40): Promise<Prepared> {
  return kernel.prepare(await sampleTask(kernel, longTalk(exchanges)));
}

function operation(operations: readonly ExplainedOperation[], name: string): ExplainedOperation | undefined {
  return operations.find((each) => each.name === name);
}

/** Who took the decision on each operation of the first compaction. */
function deciders({ records }: Prepared): Readonly<Record<string, string>> {
  return Object.fromEntries(records[0]?.decisions.map(({ operation: name, plugin }) => [name, plugin]) ?? []);
}

describe("the example package, from the configuration alone", () => {
  it.each(POINTS)(
    "replaces %s, and is shown before the default, which is still listed",
    async (name, options, byDefault) => {
      const explained = (await kernelOf(project([use(OUTLINE, options)]))).explain().operations;
      expect(operation(explained, name)).toMatchObject({
        first: OUTLINE,
        default: byDefault,
        in: {
          name: `${name}.in`,
          taps: [
            { name: OUTLINE, stage: 0 },
            { name: byDefault, stage: 1_000 },
          ],
        },
      });
      const byDefaultAlone = (await kernelOf(project([]))).explain().operations;
      const others = (all: readonly ExplainedOperation[]) => all.filter((each) => each.name !== name);
      expect(others(explained)).toEqual(others(byDefaultAlone));
    },
  );

  it.each(POINTS)("decides %s and nothing else of a real compaction", async (name, options) => {
    const prepared = await compacted(await kernelOf(project([use(OUTLINE, options)])));
    const plan = prepared.window.sections.find(({ id }) => id === "plan")?.plugins;
    const decided: Readonly<Record<string, unknown>> = { ...deciders(prepared), "section.plan": plan?.join() };
    const expected = POINTS.map(([point, , standard]) => [point, point === name ? OUTLINE : standard]);
    expect(decided).toEqual(Object.fromEntries(expected));
  });

  it("decides all four at once, and its outline and its plan stand in the request", async () => {
    const kernel = await kernelOf(project([use(OUTLINE, ALL_FOUR)]));
    const { state, window, records } = await compacted(kernel);
    expect(state.summary?.text).toMatch(
      /^# Outline of what came before\n\n## Please mend the parser\.\n- called grep ×20$/,
    );
    expect(records[0]?.decisions.map(({ plugin }) => plugin)).toEqual([OUTLINE, OUTLINE, OUTLINE]);
    const { body } = await kernel.encode(window);
    expect(JSON.stringify(body)).toContain("# Plan: 0 of 1 steps are behind us");
    expect(JSON.stringify(body)).toContain("# Outline of what came before");
  });

  it("passes on where it would not be worth it: the default answers, and its receipt says so", async () => {
    const kernel = await kernelOf(project([use(OUTLINE, "{ summarise = { smallest_tokens = 100_000 } }")]));
    expect(operation(kernel.explain().operations, "compaction.summarise")?.first).toBe(OUTLINE);
    expect(deciders(await compacted(kernel))["compaction.summarise"]).toBe("@varve/summarise-extractive");
  });

  it("is refused with options that it does not know, before anything is tapped", async () => {
    await expect(kernelOf(project([use(OUTLINE, "{ summarize = {} }")]))).rejects.toMatchObject({
      code: "PLUGIN_OPTIONS",
      message: expect.stringContaining(OUTLINE),
    });
  });

  it("is shown by varve explain just as the kernel explains it", async () => {
    const folder = project([use(OUTLINE, ALL_FOUR)]);
    const shown = JSON.parse(await varve(folder, "explain", "--json"));
    const { operations } = (await kernelOf(folder)).explain();
    expect(shown.operations).toEqual(operations);
    expect(shown.plugins.at(-1)).toEqual({ name: OUTLINE, from: join(folder, "varve.toml") });
    const table = await varve(folder, "explain");
    for (const [name, , byDefault] of POINTS) {
      expect(table).toMatch(new RegExp(`  ${name}\\.in +${OUTLINE} +0\n +${byDefault} +1000  default\n`));
    }
  });
});

describe("the order of installation", () => {
  it("changes nothing: a third party answers before the defaults, whether it is installed before or behind them", async () => {
    const loaded = await loadConfig({ cwd: project([use(OUTLINE, ALL_FOUR)]) });
    // Each kernel has a store of its own: the task is a new one for both.
    const standard = defaults({ ...loaded.config, store: { path: ":memory:" } });
    const outcomeOf = async (plugins: readonly Installation[]) => {
      const kernel = await createKernel({ plugins, validate: validateSchema, ...kernelOptions(loaded) });
      const prepared = await compacted(kernel);
      const { operations, sections } = kernel.explain();
      const { body } = await kernel.encode(prepared.window);
      return { prepared, body, sections, operations: new Map(operations.map((each) => [each.name, each])) };
    };
    const behind = await outcomeOf([...standard, ...loaded.plugins]);
    expect(deciders(behind.prepared)).toEqual({
      "compaction.trigger": OUTLINE,
      "compaction.keep": OUTLINE,
      "compaction.summarise": OUTLINE,
    });
    expect(await outcomeOf([...loaded.plugins, ...standard])).toEqual(behind);
  });
});

describe("two third parties at once", () => {
  const OTHER = "@zeta/terse";
  const TERSE = written(OTHER, `compaction.summarise.in.tap("${OTHER}", () => ({ summary: "Terse." }));`);
  const other = use("./terse.mjs");

  it.each([
    [
      [OUTLINE, OTHER],
      [use(OUTLINE, "{ summarise = {} }"), other],
    ],
    [
      [OTHER, OUTLINE],
      [other, use(OUTLINE, "{ summarise = {} }")],
    ],
  ])("are asked in the declared order %j, which is shown, and the first that answers wins", async (names, plugins) => {
    const folder = project(plugins, { "terse.mjs": TERSE });
    const kernel = await kernelOf(folder);
    const taps = operation(kernel.explain().operations, "compaction.summarise")?.in.taps.map(({ name }) => name);
    expect(taps).toEqual([...names, "@varve/summarise-extractive"]);
    expect(deciders(await compacted(kernel))["compaction.summarise"]).toBe(names[0]);
    const shown = JSON.parse(await varve(folder, "explain", "--json"));
    expect(operation(shown.operations, "compaction.summarise")?.in.taps).toEqual([
      { name: names[0], stage: 0 },
      { name: names[1], stage: 0 },
      { name: "@varve/summarise-extractive", stage: 1_000 },
    ]);
  });

  it("hand on to each other: where the first passes, the second answers, and not the default", async () => {
    const patient = use(OUTLINE, "{ summarise = { smallest_tokens = 100_000 } }");
    const kernel = await kernelOf(project([patient, other], { "terse.mjs": TERSE }));
    const prepared = await compacted(kernel);
    expect(deciders(prepared)["compaction.summarise"]).toBe(OTHER);
    expect(prepared.state.summary).toEqual({ text: "Terse." });
  });
});

describe("a plugin that wants the answer of another, and changes it in post", () => {
  const AFTER = "@beta/afterthought";
  const after = (taps: string) => ({ "after.mjs": written(AFTER, taps) });
  const installed = use("./after.mjs");

  it("adds to the default's summary, and the receipt names it", async () => {
    const taps = `compaction.summarise.post.tap("${AFTER}", (result) => ({ ...result, summary: result.summary + "\\nP.S. Mind the gap." }));`;
    const kernel = await kernelOf(project([installed], after(taps)));
    const prepared = await compacted(kernel);
    expect(prepared.state.summary?.text).toMatch(/^\[Extract of the earlier conversation: .*\nP\.S\. Mind the gap\.$/s);
    expect(deciders(prepared)["compaction.summarise"]).toBe(AFTER);
    expect(operation(kernel.explain().operations, "compaction.summarise")).toMatchObject({
      first: "@varve/summarise-extractive",
      post: { name: "compaction.summarise.post", taps: [{ name: AFTER, stage: 0 }] },
    });
  });

  it("turns a yes of the trigger into a no", async () => {
    const taps = `compaction.trigger.post.tap("${AFTER}", ({ reason }) => ({ compact: false, reason: "not today: " + reason }));`;
    const { records, decisions } = await compacted(await kernelOf(project([installed], after(taps))));
    expect(records).toEqual([]);
    expect(decisions).toEqual([
      {
        operation: "compaction.trigger",
        plugin: AFTER,
        replaced: "@varve/trigger-fraction",
        answer: "no",
        reason: expect.stringMatching(/^not today: [\d,]+ of/),
      },
    ]);
  });

  it("pins one entry more than the default keeps", async () => {
    const taps = `compaction.keep.post.tap("${AFTER}", (result, { state }) => ({ ...result, pins: [state.history[2].id] }));`;
    const { state, records } = await compacted(await kernelOf(project([installed], after(taps))));
    expect(records[0]?.removed.length).toBeGreaterThan(10);
    // With the result its call stays, and the request before them.
    expect(state.history.slice(0, 3).map(({ id }) => id)).toEqual(["e1", "e2", "e3"]);
    expect(records[0]?.removed[0]?.entry.id).toBe("e4");
  });

  it("adds to a section that the example package renders: one replaces, the other amends", async () => {
    const taps = `section.plan.post.tap("${AFTER}", (result) => result + "\\nAsk Ann before you commit.");`;
    const kernel = await kernelOf(project([use(OUTLINE, "{ section = {} }"), installed], after(taps)));
    const { window } = await compacted(kernel, 1);
    const plan = window.sections.find(({ id }) => id === "plan");
    expect(plan?.text).toBe(
      "# Plan: 0 of 1 steps are behind us\n- now: write the failing test\nAsk Ann before you commit.",
    );
  });
});

/** What the command line prints in a folder. */
async function varve(folder: string, ...args: readonly string[]): Promise<string> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const printed = Promise.all([text(stdout), text(stderr)]);
  const terminal = terminalOf({ stdout, stderr, env: { NO_COLOR: "1" }, cwd: () => folder });
  const exitCode = await runVarve(args, terminal, new AbortController().signal);
  stdout.end();
  stderr.end();
  const [out, err] = await printed;
  expect({ exitCode, err: err.replaceAll(/^note: .*\n/gm, "") }).toEqual({ exitCode: 0, err: "" });
  return out;
}
