import { describe, expect, it } from "vitest";
import { Bench } from "../src/bench.ts";
import { errorOf, rulesFor } from "../src/check.ts";
import { RULES } from "../src/index.ts";
import type { Breakers } from "./breakers/breaker.ts";
import { COMPACTION_BREAKERS } from "./breakers/compaction.ts";
import { COMMON_BREAKERS } from "./breakers/every-hook.ts";
import { INVOKE_BREAKERS } from "./breakers/invoke.ts";
import { PLUGIN_BREAKERS } from "./breakers/plugin.ts";
import { READING_BREAKERS } from "./breakers/reading.ts";
import { STATE_BREAKERS } from "./breakers/state.ts";
import { STORE_BREAKERS, soundStore } from "./breakers/store.ts";

const BREAKERS: Breakers = {
  ...PLUGIN_BREAKERS,
  ...COMMON_BREAKERS,
  ...READING_BREAKERS,
  ...COMPACTION_BREAKERS,
  ...INVOKE_BREAKERS,
  ...STATE_BREAKERS,
  ...STORE_BREAKERS,
};

/** Small, since it is known what is to be found. */
const SETTINGS = {
  runs: 2,
  patienceMs: 120,
  searchMs: 200,
  lineLength: 4_096,
  claims: ["deterministic", "durable"],
} as const;

describe("every rule", () => {
  it("is broken by some plugin, or it would be no rule", () => {
    expect(Object.keys(BREAKERS).toSorted()).toEqual(RULES.map(({ id }) => id).toSorted());
  });

  it.each(Object.entries(BREAKERS))("%s is found broken, and says by what and how to mend it", async (id, make) => {
    const bench = await Bench.of(make, SETTINGS);
    const rule = rulesFor(bench).find((each) => each.rule.id === id)?.rule;
    if (rule === undefined) throw new Error(`${id} is not run for what the plugin answers`);
    const error = await errorOf(rule, bench);
    expect(error?.rule.id).toBe(id);
    expect(error?.message).toContain(rule.remedy.slice(0, 20));
    expect(error?.broken.came).not.toBe("");
  });

  it("of a store is kept by one that is as it should be, but that nothing outlives its process", async () => {
    const bench = await Bench.of(soundStore, { claims: ["deterministic", "durable"] });
    const broken: string[] = [];
    for (const { rule } of rulesFor(bench)) if ((await errorOf(rule, bench)) !== null) broken.push(rule.id);
    expect(broken).toEqual(["store/durable"]);
  });
});
