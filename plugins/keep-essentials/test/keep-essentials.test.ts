import type { KeepSection, Survival } from "@varve/kernel";
import { conversation, keepContext, tapped, windowOf } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import keepEssentials from "../src/index.ts";

const keep = await tapped(keepEssentials, undefined);

async function ask(sections: readonly KeepSection[]): Promise<unknown> {
  const window = windowOf(conversation().user("Build it.").exchange("grep", { pattern: "x" }, "a.ts:1"));
  return await keep.call("compaction.keep.in", keepContext({ window, sections }));
}

function section(id: string, survives: Survival): KeepSection {
  return { id, survives, tokens: 100 };
}

describe("what survives", () => {
  it("keeps the system prompt, the participants, the agents, the task, the plan and loaded skills", async () => {
    const sections = [
      section("system_prompt", "essential"),
      section("participants", "essential"),
      section("agents", "essential"),
      section("skill:review", "kept"),
      section("skill:deploy", "kept"),
      section("task", "essential"),
      section("plan", "essential"),
    ];
    expect(await ask(sections)).toMatchObject({ sections: sections.map((each) => each.id) });
  });

  it("leaves out what was declared to be folded, and says how much", async () => {
    const answer = await ask([section("task", "essential"), section("notes", "folded"), section("board", "kept")]);
    expect(answer).toEqual({ sections: ["task", "board"], reason: "every section stays but 1 to fold" });
  });

  it("says that every section stays where none is to be folded", async () => {
    expect(await ask([section("task", "essential")])).toEqual({ sections: ["task"], reason: "every section stays" });
  });

  it("answers with an empty list where a window has no sections", async () => {
    expect(await ask([])).toMatchObject({ sections: [] });
  });

  it("pins nothing and never asks to leave out an essential section", async () => {
    const answer = await ask([section("task", "essential"), section("notes", "folded")]);
    expect(answer).not.toHaveProperty("pins");
    expect(answer).not.toHaveProperty("allowEssential");
  });

  it("fault 49: a loaded skill's body, standing in a section of its own, survives every compaction", async () => {
    const sections = [section("system_prompt", "essential"), section("skill:deploy", "kept")];
    const first = await ask(sections);
    const second = await ask(sections);
    expect(first).toMatchObject({ sections: ["system_prompt", "skill:deploy"] });
    expect(second).toEqual(first);
  });

  it("is answered as the default executor", () => {
    expect(keep.taps("compaction.keep.in")).toEqual(["@varve/keep-essentials@1000"]);
  });
});
