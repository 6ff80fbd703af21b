import { agentState, conversation, sectionContext, tapped } from "@varve/test-builders";
import { expect, test } from "vitest";
import plugin, { TASK_SCHEMA, type Task } from "../src/index.ts";

const task: Task = {
  goal: "Make the importer accept empty rows.",
  acceptance_criteria: ["An empty row is skipped.", "The log says\nwhich rows were skipped."],
};

async function rendered(state = agentState()): Promise<unknown> {
  const section = await tapped(plugin, undefined);
  return section.call("section.task.in", sectionContext("task", { state }));
}

test("declares an essential section of the task that speaks as developer, and describes its data", async () => {
  const section = await tapped(plugin, undefined);

  expect(section.sections).toEqual([{ id: "task", stability: "task", survives: "essential", speaker: "developer" }]);
  expect(section.taps("section.task.in")).toEqual(["@varve/section-task@1000"]);
  expect(section.described.get("task")).toBe(TASK_SCHEMA);
});

test("shows the goal and its acceptance criteria", async () => {
  expect(await rendered(agentState({ data: { task } }))).toBe(
    [
      "# Task",
      "",
      "Make the importer accept empty rows.",
      "",
      "## Acceptance criteria",
      "",
      "- An empty row is skipped.",
      "- The log says",
      "  which rows were skipped.",
    ].join("\n"),
  );
});

test.each([[{ goal: "Tidy up." }], [{ goal: "Tidy up.", acceptance_criteria: [] }]])(
  "a goal without criteria stands alone",
  async (alone) => {
    expect(await rendered(agentState({ data: { task: alone } }))).toBe("# Task\n\nTidy up.");
  },
);

test("no task is an empty section", async () => {
  expect(await rendered()).toBe("");
});

test("fault 22: the text depends on the task alone, not on turn, history or summary", async () => {
  const early = agentState({ turn: 1, data: { task } });
  const late = agentState({
    turn: 40,
    data: { task },
    history: conversation().user("and now?").entries(),
    summary: { text: "much happened" },
  });

  expect(await rendered(late)).toBe(await rendered(early));
});

test("fault 41: the schema knows no other keys, so that a misspelt one is refused", () => {
  expect(TASK_SCHEMA.additionalProperties).toBe(false);
  expect(Object.keys(TASK_SCHEMA.properties)).toEqual(["goal", "acceptance_criteria"]);
});
