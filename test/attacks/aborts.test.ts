import {
  AbortedError,
  type AgentState,
  append,
  createState,
  type Installation,
  type Kernel,
  type PluginKernel,
  type Prepared,
  serialiseState,
} from "@varve/kernel";
import { conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { budget, kernelOf, plugin, projectFolder } from "../end-to-end/default-kernel.ts";

/** Every operation that a prepare with a compaction runs. */
const OPERATIONS = [
  "section.system_prompt",
  "section.task",
  "section.history",
  "section.tool_results",
  "tokens.count",
  "compaction.trigger",
  "compaction.keep",
  "compaction.summarise",
  "compaction.approve",
  "persistence.write",
] as const;

function longTask(): AgentState {
  const talk = conversation().user("find the fault in the parser");
  for (let number = 0; number < 30; number += 1) talk.exchange("grep", { number }, `match ${number} `.repeat(40));
  return append(createState({ taskId: "t" }), talk.items);
}

/** Aborts at the n-th time that a hook point is reached, and then passes on or never settles. */
function aborting(at: string, nth: number, caller: AbortController, then: "passes on" | "hangs"): Installation {
  let reached = 0;
  const executor = (): undefined | Promise<undefined> => {
    reached += 1;
    if (reached !== nth) return undefined;
    caller.abort(new Error("enough"));
    return then === "hangs" ? new Promise(() => {}) : undefined;
  };
  return plugin("aborts", ({ hooks }: PluginKernel) => {
    const point = at.split(".").reduce((from: object, name) => Reflect.get(from, name), hooks);
    Reflect.apply(Reflect.get(point, "tap"), point, ["aborts", executor]);
  });
}

/** Prepares, and expects the old state or a committed one, in memory as in the store. */
async function expectOldOrNew(at: string, folder: string, kernel: Kernel, caller: AbortController): Promise<Outcome> {
  const state = longTask();
  const before = serialiseState(state);
  const outcome = await Promise.race([settled(kernel.prepare(state, { signal: caller.signal })), late()]);
  expect(outcome, `${at}: settles at once`).not.toBe("late");
  expect(serialiseState(state), at).toBe(before);
  const stored = await (await kernelOf(folder)).load("t");
  if (outcome instanceof Error) {
    expect(outcome, at).toBeInstanceOf(AbortedError);
    expect(stored, at).toEqual(outcome instanceof AbortedError ? (outcome.committed ?? null) : null);
    return "aborted";
  }
  if (outcome === "late") return "late";
  expect(stored, at).toEqual(outcome.records.length === 0 ? null : outcome.state);
  return "kept";
}

type Outcome = "aborted" | "kept" | "late";

async function settled(promise: Promise<Prepared>): Promise<Prepared | Error> {
  return promise.catch((error: unknown) => (error instanceof Error ? error : new Error("no error")));
}

function late(): Promise<"late"> {
  return new Promise((resolve) => setTimeout(() => resolve("late"), 1_000).unref());
}

describe("fault 34, fault 46: an abort", () => {
  it("fault 34: before the call changes nothing, and asks no executor", async () => {
    const folder = projectFolder({ toml: budget(1_500) });
    const asked: string[] = [];
    const watch = plugin("watch", ({ hooks }) => {
      hooks.section.system_prompt.pre.tap("watch", () => void asked.push("section"));
      hooks.compaction.trigger.pre.tap("watch", () => void asked.push("trigger"));
    });
    const kernel = await kernelOf(folder, { plugins: [watch] });
    const caller = new AbortController();
    caller.abort();
    expect(await expectOldOrNew("before", folder, kernel, caller)).toBe("aborted");
    expect(asked).toEqual([]);
  });

  for (const operation of OPERATIONS) {
    it(`fault 34, fault 46: during ${operation}, at any phase, settles at once with the old state or the new one`, async () => {
      for (const phase of ["pre", "in", "post"]) {
        for (const nth of [1, 2]) {
          for (const then of ["passes on", "hangs"] as const) {
            // A write that was begun is waited for: nobody could say what is stored. That is the one wait that an abort does not end.
            if (operation === "persistence.write" && then === "hangs") continue;
            const at = `${then} at ${operation}.${phase}, time ${nth}`;
            const folder = projectFolder({ toml: budget(1_500) });
            const caller = new AbortController();
            const kernel = await kernelOf(folder, {
              plugins: [aborting(`${operation}.${phase}`, nth, caller, then)],
            });
            const outcome = await expectOldOrNew(at, folder, kernel, caller);
            if (caller.signal.aborted && operation !== "persistence.write") expect(outcome, at).toBe("aborted");
          }
        }
      }
    });
  }

  it("fault 45: between the record's write and the return is no failure: the compaction is done and returned", async () => {
    const folder = projectFolder({ toml: budget(1_500) });
    const caller = new AbortController();
    const kernel = await kernelOf(folder, {
      plugins: [plugin("aborts", ({ events }) => events.compacted.tap("aborts", () => caller.abort()))],
    });
    const { state, records } = await kernel.prepare(longTask(), { signal: caller.signal });
    expect(records).toHaveLength(1);
    expect(await (await kernelOf(folder)).load("t")).toEqual(state);
  });

  it("fault 45: that comes with the news that a compaction begins is in time: nothing is written", async () => {
    const folder = projectFolder({ toml: budget(1_500) });
    const caller = new AbortController();
    const kernel = await kernelOf(folder, {
      plugins: [plugin("aborts", ({ events }) => events.compacting.tap("aborts", () => caller.abort()))],
    });
    expect(await expectOldOrNew("compacting", folder, kernel, caller)).toBe("aborted");
  });
});
