import type { JsonValue, StateWriteContext, StateWriteResult } from "@varve/kernel";
import fc from "fast-check";
import { type Bench, newTask } from "../bench.ts";
import type { RigOptions } from "../rig.ts";
import type { Broken, Finding, Rule, RuleFacts } from "../rule.ts";
import type { Call } from "../watch/calls.ts";
import { attempt } from "../within.ts";

/** A subset that nobody describes: any JSON goes. */
const FREE = "conformance_free";

/** One write: what the plugin was asked and said, and what the kernel made of it. */
export interface Written {
  readonly call: Call<StateWriteContext, StateWriteResult>;
  readonly error: unknown;
}

/** Values that broke somebody: falsy ones, odd keys, odd texts. */
const VALUES: readonly JsonValue[] = [
  null,
  false,
  0,
  "",
  [],
  {},
  -0,
  { "": 1, "a/b": { "m~n": [null] } },
  { text: "half \ud83d, nul \0" },
  JSON.parse('{"__proto__":{"polluted":true}}'),
  JSON.parse('{"constructor":{"prototype":{"polluted":true}}}'),
];

const values: fc.Arbitrary<JsonValue> = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)));

/** Tries a rule with values, and looks for the smallest that breaks it. */
export function overValues(
  facts: RuleFacts,
  judge: (written: Written) => Finding | null | Promise<Finding | null>,
  options?: RigOptions,
): Rule {
  return {
    ...facts,
    async check(bench): Promise<Broken | null> {
      const judged = async (value: JsonValue): Promise<Broken | null> => {
        const made = await written(bench, FREE, value, options);
        const finding = made === null ? null : await judge(made);
        return finding === null ? null : { ...finding, of: "value", smallest: JSON.stringify(value) };
      };
      for (const value of VALUES) {
        const broken = await judged(value);
        if (broken !== null) return broken;
      }
      let smallest: Broken | null = null;
      const property = fc.asyncProperty(values, async (value) => {
        const broken = await judged(value);
        smallest = broken ?? smallest;
        return broken === null;
      });
      const { runs: numRuns, seed, searchMs } = bench.settings;
      await fc.check(property, { seed, numRuns, interruptAfterTimeLimit: searchMs });
      return smallest;
    },
  };
}

/** Writes a value; `null` where the plugin was not asked. */
export async function written(
  bench: Bench,
  subset: string,
  value: JsonValue,
  options?: RigOptions,
): Promise<Written | null> {
  await using rig = await bench.rig(options);
  const write = () => rig.kernel.write(newTask(rig, "task-1"), subset, value);
  const { error } = await attempt(write, bench.settings.patienceMs, "write");
  const [call] = rig.watch.take("task-1")["state.write"].in;
  return call === undefined ? null : { call, error };
}
