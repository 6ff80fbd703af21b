import { agentState, conversation, sectionContext, tapped } from "@varve/test-builders";
import { expect, test } from "vitest";
import plugin, { SkillError } from "../src/index.ts";
import { skillTree } from "./skill-tree.ts";

const pdf = { name: "pdf-forms", description: "Fills PDF forms.\nUse it for forms.", body: "Open the form first.\n" };
const sql = { name: "sql", description: "Writes queries.", body: "Never select a star." };

function context(instance: string | null, state = agentState()) {
  return sectionContext("skill", { instance, state });
}

test("declares the index and the skills, and taps both at the default stage", async () => {
  const section = await tapped(plugin, {});

  expect(section.sections).toEqual([
    { id: "skills_index", stability: "static", survives: "kept" },
    {
      id: "skill",
      stability: "task",
      survives: "essential",
      speaker: "developer",
      instances: expect.any(Function),
    },
  ]);
  expect(section.taps("section.skills_index.in")).toEqual(["@varve/section-skills@1000"]);
  expect(section.taps("section.skill.in")).toEqual(["@varve/section-skills@1000"]);
});

test("the index has a line for each skill, sorted by name", async () => {
  await using tree = await skillTree(sql, pdf);
  const section = await tapped(plugin, { paths: [tree.path] });

  const text = await section.call("section.skills_index.in", sectionContext("skills_index"));

  expect(String(text).split("\n").slice(-2)).toEqual([
    "- pdf-forms: Fills PDF forms. Use it for forms.",
    "- sql: Writes queries.",
  ]);
});

test("fault 23: the order of the paths does not change a byte of the index", async () => {
  await using one = await skillTree(sql);
  await using two = await skillTree(pdf);
  const index = async (paths: readonly string[]) =>
    (await tapped(plugin, { paths })).call("section.skills_index.in", sectionContext("skills_index"));

  expect(await index([one.path, two.path])).toBe(await index([two.path, one.path]));
});

test("without skills the index is empty", async () => {
  const section = await tapped(plugin, {});

  expect(await section.call("section.skills_index.in", sectionContext("skills_index"))).toBe("");
});

test("each loaded skill is an instance, in the order of loading, once", async () => {
  const section = await tapped(plugin, {});

  expect(section.sections[1]?.instances?.(agentState({ loadedSkills: ["sql", "pdf-forms", "sql"] }))).toEqual([
    "sql",
    "pdf-forms",
  ]);
});

test("a loaded skill shows its body under its name, and where its files are", async () => {
  await using tree = await skillTree(pdf);
  const section = await tapped(plugin, { paths: [tree.path] });

  expect(await section.call("section.skill.in", context("pdf-forms"))).toBe(
    `# Skill: pdf-forms\n\nPaths in this skill are relative to its folder, ${tree.path}/pdf-forms.\n\nOpen the form first.`,
  );
});

test("fault 49: a skill's body does not live in the history, so two compactions leave it byte for byte", async () => {
  await using tree = await skillTree(pdf);
  const section = await tapped(plugin, { paths: [tree.path] });
  const loadedSkills = ["pdf-forms"];
  const before = agentState({ loadedSkills, history: conversation().exchange("load_skill", {}, "loaded").entries() });
  const after = agentState({
    loadedSkills,
    summary: { text: "a form was filled" },
    compaction: { count: 2, last: null, leftOut: [] },
  });

  const first = await section.call("section.skill.in", context("pdf-forms", before));

  expect(section.sections[1]).toMatchObject({ survives: "essential" });
  expect(section.sections[1]?.instances?.(after)).toEqual(loadedSkills);
  expect(await section.call("section.skill.in", context("pdf-forms", after))).toBe(first);
});

test("fault 22: skills are read once, and an edit in mid-task changes nothing", async () => {
  await using tree = await skillTree(pdf);
  const section = await tapped(plugin, { paths: [tree.path] });
  const first = await section.call("section.skill.in", context("pdf-forms"));
  await tree.write("pdf-forms/SKILL.md", "---\nname: pdf-forms\ndescription: x\n---\nother");

  expect(await section.call("section.skill.in", context("pdf-forms"))).toBe(first);
});

test.each([
  [[pdf, sql], "known are pdf-forms, sql"],
  [[], "no skill is known"],
])("a loaded skill that is not there is an error that names the known ones", async (skills, known) => {
  await using tree = await skillTree(...skills);
  const section = await tapped(plugin, { paths: skills.length === 0 ? [] : [tree.path] });

  const failure = section.call("section.skill.in", context("docx"));

  await expect(failure).rejects.toThrow(SkillError);
  await expect(failure).rejects.toThrow(`has the skill docx loaded, but ${known}`);
});

test.each(["__proto__", "constructor"])("fault 75: %s as a loaded skill is simply unknown", async (name) => {
  const section = await tapped(plugin, {});

  await expect(section.call("section.skill.in", context(name))).rejects.toThrow(`has the skill ${name} loaded`);
});
