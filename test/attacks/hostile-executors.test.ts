import {
  type AgentState,
  append,
  createState,
  type Installation,
  type Kernel,
  type PluginKernel,
  serialiseState,
  VarveError,
} from "@varve/kernel";
import { conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { budget, kernelOf, plugin, projectFolder } from "../end-to-end/default-kernel.ts";
import { bodyOf, requestFaults } from "../end-to-end/request-body.ts";

const OPERATIONS = [
  "section.system_prompt",
  "section.agents",
  "section.task",
  "section.state_summary",
  "section.history",
  "section.tool_results",
  "tokens.count",
  "compaction.trigger",
  "compaction.keep",
  "compaction.summarise",
  "compaction.approve",
  "model.encode",
  "state.write",
  "persistence.write",
  "persistence.read",
] as const;

const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;

const refusing = new Proxy(
  {},
  {
    get() {
      throw new Error("do not look at me");
    },
  },
);

/** What an executor might do that its types forbid. */
const MISBEHAVIOURS: Readonly<Record<string, () => unknown>> = {
  "throws an error": () => {
    throw new Error("out of order");
  },
  "throws a text": () => {
    throw "out of order";
  },
  "throws nothing": () => {
    throw undefined;
  },
  rejects: () => Promise.reject(new Error("out of order")),
  "returns null": () => null,
  "returns {}": () => ({}),
  "returns []": () => [],
  "returns an empty text": () => "",
  "returns -1": () => -1,
  "returns NaN": () => Number.NaN,
  "returns true": () => true,
  "returns false": () => false,
  "returns a symbol": () => Symbol("odd"),
  "returns a date": () => new Date(0),
  "returns something cyclic": () => cyclic,
  "returns what cannot be looked at": () => refusing,
  "returns fields that cannot be looked at": () => ({
    get summary() {
      throw new Error("do not look at me");
    },
  }),
};

/** A pre changes an input or passes on: what it returns is no result, so that fewer shapes of it matter. */
const AT_PRE = [
  "throws an error",
  "throws nothing",
  "returns null",
  "returns []",
  "returns fields that cannot be looked at",
];

function misbehaving(operation: string, phase: string, behave: () => unknown): Installation {
  return plugin("odd", ({ hooks }: PluginKernel) => {
    const point = [...operation.split("."), phase].reduce((at: object, name) => Reflect.get(at, name), hooks);
    Reflect.apply(Reflect.get(point, "tapPromise"), point, ["odd", behave]);
  });
}

function longTask(): AgentState {
  const talk = conversation().user("find the fault in the parser");
  for (let number = 0; number < 30; number += 1) talk.exchange("grep", { number }, `match ${number} `.repeat(40));
  return append(createState({ taskId: "odd/task" }), talk.items);
}

/** Everything that a harness does with a state; each step is told of, also where it fails. */
async function drive(kernel: Kernel, state: AgentState): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  const attempt = async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch (error) {
      failures.push(error);
      return null;
    }
  };
  const before = serialiseState(state);
  await attempt(() => kernel.write(state, "task", { goal: "find it" }));
  await attempt(() => kernel.propose(state));
  const prepared = await attempt(() => kernel.prepare(state));
  if (prepared !== null) await attempt(() => kernel.encode(prepared.window));
  await attempt(() => kernel.compact(prepared?.state ?? state));
  await attempt(() => kernel.save(prepared?.state ?? state));
  await attempt(() => kernel.load(state.taskId));
  await attempt(() => kernel.records(state.taskId));
  expect(serialiseState(state)).toBe(before);
  return failures;
}

describe("whatever an executor does", () => {
  for (const operation of OPERATIONS) {
    it(`at ${operation}, the failure is the family's own with its name, and state and store are the old ones or the new ones`, async () => {
      for (const phase of ["pre", "in", "post"]) {
        for (const [what, behave] of Object.entries(MISBEHAVIOURS)) {
          if (phase === "pre" && !AT_PRE.includes(what)) continue;
          const at = `${what} at ${operation}.${phase}`;
          const folder = projectFolder({ toml: budget(1_200) });
          const kernel = await kernelOf(folder, { plugins: [misbehaving(operation, phase, behave)] });
          for (const error of await drive(kernel, longTask())) {
            expect(error, at).toBeInstanceOf(VarveError);
            expect(String(error), at).toMatch(/odd|No compaction can|would not shrink|refused|is stored at|answered/);
          }
          await expectSoundStore(folder, at);
        }
      }
    });
  }
});

/** What is stored can be read by a kernel without the plugin, is a whole state, and makes a valid request. */
async function expectSoundStore(folder: string, at: string): Promise<void> {
  const kernel = await kernelOf(folder);
  const stored = await kernel.load("odd/task");
  const { records, damaged } = await kernel.records("odd/task");
  expect(damaged, at).toEqual([]);
  if (stored === null) return expect(records, at).toEqual([]);
  expect(stored.compaction.count, at).toBe(records.length);
  expect(requestFaults(await bodyOf(kernel, await kernel.assemble(stored))), at).toEqual([]);
  let restored = stored;
  for (const record of records.toReversed()) restored = kernel.restore(restored, record);
  expect(restored.history, at).toEqual(longTask().history);
}
