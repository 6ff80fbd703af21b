import { describe, expect, it } from "vitest";
import type { SectionDeclaration } from "../src/assembly/section.ts";
import { checkDeclaration, windowOrder } from "../src/assembly/section-order.ts";

const declared: readonly SectionDeclaration[] = [
  { id: "history", stability: "turn", entries: ["message"] },
  { id: "tool_results", stability: "turn", entries: ["tool_result"] },
  { id: "task", stability: "task" },
  { id: "plan", stability: "task" },
  { id: "system_prompt", stability: "static" },
  { id: "agents", stability: "static" },
];

function ids(order?: readonly string[], more: readonly SectionDeclaration[] = []): string {
  return windowOrder([...declared, ...more], order)
    .map(({ id }) => id)
    .join(" ");
}

describe("the window order", () => {
  it("puts stable sections first, and keeps the declared order within a stability", () => {
    expect(ids()).toBe("system_prompt agents task plan history tool_results");
  });

  it("puts a section directly behind the one it follows", () => {
    expect(ids(undefined, [{ id: "rules", stability: "static", after: "system_prompt" }])).toBe(
      "system_prompt rules agents task plan history tool_results",
    );
    expect(ids(undefined, [{ id: "memory", stability: "task", after: "agents" }])).toBe(
      "system_prompt agents memory task plan history tool_results",
    );
  });

  it("keeps those that follow the same section in their declared order", () => {
    const both: readonly SectionDeclaration[] = [
      { id: "a", stability: "task", after: "task" },
      { id: "b", stability: "task", after: "task" },
    ];
    expect(ids(undefined, both)).toBe("system_prompt agents task a b plan history tool_results");
  });

  it("is rearranged by [context] order, each section behind the one named before it", () => {
    expect(ids(["agents", "system_prompt"])).toBe("agents system_prompt task plan history tool_results");
    expect(ids(["plan", "task"])).toBe("system_prompt agents plan task history tool_results");
  });

  it("lets a per-task section stand behind the history, where it counts as per turn", () => {
    const sections = windowOrder(declared, ["tool_results", "plan"]);
    expect(sections.at(-1)).toMatchObject({ id: "plan", stability: "turn" });
  });

  it("refuses a less stable section before a more stable one", () => {
    expect(() => ids(["task", "system_prompt"])).toThrow(/system_prompt.*static/);
    expect(() => ids(["system_prompt", "history", "task"])).toThrow();
  });

  it("refuses a section between those that render the history together", () => {
    expect(() => ids(["history", "notes"], [{ id: "notes", stability: "turn" }])).toThrow(/between/);
  });

  it("refuses names that are not there, twice there, or follow themselves, and says what there is", () => {
    expect(() => ids(["plna"])).toThrow(/plna.*Declared are: .*plan/s);
    expect(() => ids(["plan", "plan"])).toThrow(/twice/);
    expect(() => ids(undefined, [{ id: "x", stability: "task", after: "y" }])).toThrow(/nobody declares/);
    expect(() => ids(undefined, [{ id: "x", stability: "static", after: "plan" }])).toThrow(/less stable/);
    expect(() =>
      ids(undefined, [
        { id: "x", stability: "task", after: "y" },
        { id: "y", stability: "task", after: "x" },
      ]),
    ).toThrow(/follows itself/);
  });

  it("refuses an id that is malformed or taken, and a kind of entry that another section renders", () => {
    expect(() => checkDeclaration({ id: "My Section", stability: "turn" }, declared)).toThrow(/lower-case/);
    expect(() => checkDeclaration({ id: "plan", stability: "turn" }, declared)).toThrow(/already/);
    expect(() => checkDeclaration({ id: "mine", stability: "turn", entries: ["message"] }, declared)).toThrow(
      /history/,
    );
    expect(() => checkDeclaration({ id: "mine", stability: "static", entries: ["opaque"] }, declared)).toThrow(
      /per turn/,
    );
  });
});
