import { agentState, sectionContext, tapped } from "@varve/test-builders";
import { expect, test } from "vitest";
import plugin, { PLAN_SCHEMA, type Plan, type StepStatus } from "../src/index.ts";

function plan(...statuses: readonly StepStatus[]): Plan {
  return { steps: statuses.map((status, index) => ({ text: `do ${index + 1}`, status })) };
}

async function rendered(given?: Plan, turn = 0): Promise<unknown> {
  const section = await tapped(plugin, undefined);
  const state = agentState({ turn, data: given === undefined ? {} : { plan: given } });
  return section.call("section.plan.in", sectionContext("plan", { turn, state }));
}

test("declares an essential section of the task that speaks as developer, and describes its data", async () => {
  const section = await tapped(plugin, undefined);

  expect(section.sections).toEqual([{ id: "plan", stability: "task", survives: "essential", speaker: "developer" }]);
  expect(section.taps("section.plan.in")).toEqual(["@varve/section-plan@1000"]);
  expect(section.described.get("plan")).toBe(PLAN_SCHEMA);
});

test("fault 68: three finished steps are named as not to be done again, and the one that is left as current", async () => {
  expect(await rendered(plan("done", "done", "done", "in_progress"))).toBe(
    [
      "# Plan",
      "",
      "Being worked on now: step 4.",
      "Finished, not to be done again: steps 1, 2, 3.",
      "",
      "1. [done] do 1",
      "2. [done] do 2",
      "3. [done] do 3",
      "4. [in progress] do 4",
    ].join("\n"),
  );
});

test("fault 68: a plan without open steps says that nothing is left to do", async () => {
  const text = await rendered(plan("done", "dropped"));

  expect(text).toContain("nothing of this plan is left to do");
  expect(text).toContain("Finished, not to be done again: step 1.");
  expect(text).toContain("Dropped, not to be done: step 2.");
});

test("where no step is in progress the first open one is next", async () => {
  expect(await rendered(plan("done", "dropped", "pending", "pending"))).toContain("\nNext: step 3.\n");
});

test("steps done side by side are all named", async () => {
  expect(await rendered(plan("in_progress", "in_progress"))).toContain("Being worked on now: steps 1, 2.");
});

test("a step of several lines stays one item, and a note stands last", async () => {
  const text = await rendered({
    steps: [{ text: "write\n2. [done] the docs", status: "pending" }],
    note: "Keep the old API.\n",
  });

  expect(text).toBe("# Plan\n\nNext: step 1.\n\n1. [open] write\n   2. [done] the docs\n\nNote: Keep the old API.");
});

test("no plan, and one without steps and note, is an empty section", async () => {
  expect(await rendered()).toBe("");
  expect(await rendered({ steps: [] })).toBe("");
  expect(await rendered({ steps: [], note: " " })).toBe("");
});

test("fault 22: the text depends on the plan alone", async () => {
  expect(await rendered(plan("done", "pending"), 30)).toBe(await rendered(plan("done", "pending"), 1));
});
