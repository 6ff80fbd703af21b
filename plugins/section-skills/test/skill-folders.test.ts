import { join } from "node:path";
import { expect, test } from "vitest";
import { SkillError } from "../src/skill-error.ts";
import { readSkills } from "../src/skill-folders.ts";
import { skillTree } from "./skill-tree.ts";

const sql = { name: "sql", description: "Writes queries.", body: "Never select a star." };

test("a path may be a folder of skills or one skill, and naming one twice is no fault", async () => {
  await using tree = await skillTree(sql);

  const skills = await readSkills([join(tree.path, "sql"), tree.path]);

  expect(skills.map(({ name, folder }) => [name, folder])).toEqual([["sql", join(tree.path, "sql")]]);
});

test("files and folders that are no skill are passed over", async () => {
  await using tree = await skillTree(sql);
  await tree.write("README.md", "about");
  await tree.write("drafts/notes.md", "later");

  expect(await readSkills([tree.path])).toHaveLength(1);
});

test("two folders with a skill of one name are refused with both places", async () => {
  await using one = await skillTree(sql);
  await using two = await skillTree(sql);

  const failure = readSkills([one.path, two.path]);

  await expect(failure).rejects.toThrow(join(one.path, "sql"));
  await expect(failure).rejects.toThrow(join(two.path, "sql"));
});

test("a path without a skill, and one that is not there, are refused with their names", async () => {
  await using tree = await skillTree();

  await expect(readSkills([tree.path])).rejects.toThrow(`${tree.path}: holds no skill`);
  await expect(readSkills([join(tree.path, "absent")])).rejects.toThrow(`${tree.path}/absent: is no folder`);
});

test("a file with a byte order mark and carriage returns gives the skill of one without", async () => {
  await using tree = await skillTree();
  await tree.write("sql/SKILL.md", "\uFEFF---\r\nname: sql\r\ndescription: Writes queries.\r\n---\r\nOne.\r\nTwo.\r\n");

  expect(await readSkills([tree.path])).toMatchObject([{ description: "Writes queries.", body: "One.\nTwo." }]);
});

test("every field of the specification is taken, and fields beyond it are left alone", async () => {
  await using tree = await skillTree();
  const front = [
    "name: sql",
    "description: >-",
    "  Writes",
    "  queries.",
    "license: MIT",
    "compatibility: needs psql",
    "metadata: { author: ada, version: 1.0 }",
    "allowed-tools: [Read, 'Bash(psql:*)']",
    "model: fast",
    "__proto__: { description: other }",
  ];
  await tree.write("sql/SKILL.md", `---\n${front.join("\n")}\n---\n`);

  expect(await readSkills([tree.path])).toMatchObject([{ name: "sql", description: "Writes queries.", body: "" }]);
});

test.each([
  ["no front matter", "Just text.", 1, "has no front matter"],
  ["an empty file", "", 1, "has no front matter"],
  ["front matter without an end", "---\nname: sql\n", 3, "does not end"],
  ["broken YAML", "---\nname: sql\ndescription: a: b\n---\n", 3, "is no valid YAML"],
  ["a key given twice", "---\nname: sql\nname: sql\n---\n", 3, "is no valid YAML"],
  ["a list", "---\n- name\n---\n", 1, "is no mapping"],
  ["an alias", "---\nname: &n sql\ndescription: *n\n---\n", 1, "has an alias"],
  ["no name", "---\ndescription: x\n---\n", 1, "name is missing"],
  ["no description", "---\nname: sql\n---\n", 1, "description is missing"],
  ["a description without text", "---\nname: sql\ndescription: ' '\n---\n", 3, "description is empty"],
  ["a name that YAML reads as a number", "---\nname: 42\ndescription: x\n---\n", 2, "name is no text"],
  ["capitals in the name", "---\nname: SQL\ndescription: x\n---\n", 2, "name is SQL: only lower-case"],
  ["two hyphens in the name", "---\nname: s--ql\ndescription: x\n---\n", 2, "only lower-case"],
  ["another name than the folder's", "---\n\nname: psql\ndescription: x\n---\n", 3, "the folder is called sql"],
  ["a name that is too long", `---\nname: ${"s".repeat(65)}\ndescription: x\n---\n`, 2, "longer than 64"],
  ["a description that is too long", `---\nname: sql\ndescription: ${"x".repeat(1_025)}\n---\n`, 3, "longer than 1024"],
  ["metadata that is a text", "---\nname: sql\ndescription: x\nmetadata: y\n---\n", 4, "metadata is no mapping"],
  ["a license that is a list", "---\nname: sql\ndescription: x\nlicense: [MIT]\n---\n", 4, "license is no text"],
  [
    "tools that are numbers",
    "---\nname: sql\ndescription: x\nallowed-tools: [1]\n---\n",
    4,
    "allowed-tools is neither",
  ],
  [
    "a compatibility that is too long",
    `---\nname: sql\ndescription: x\ncompatibility: ${"x".repeat(501)}\n---\n`,
    4,
    "compatibility is longer than 500",
  ],
])("%s is refused with file, line and remedy", async (_, content, line, reason) => {
  await using tree = await skillTree();
  const file = await tree.write("sql/SKILL.md", content);

  const failure = await readSkills([tree.path]).catch((error: unknown) => error);

  expect(failure).toBeInstanceOf(SkillError);
  expect(failure).toMatchObject({ code: "SKILL", file, line });
  expect(String(failure)).toContain(`${file}:${line}: `);
  expect(String(failure)).toContain(reason);
});

test("a description of 1,024 characters beyond the basic plane is within the limit", async () => {
  await using tree = await skillTree();
  await tree.write("sql/SKILL.md", `---\nname: sql\ndescription: ${"🌊".repeat(1_024)}\n---\n`);

  expect(await readSkills([tree.path])).toHaveLength(1);
});

test.each([
  ["bytes that are not UTF-8", new Uint8Array([0x2d, 0x2d, 0x2d, 0xe9]), "is not UTF-8"],
  ["more bytes than a skill has", "x".repeat(262_145), "has 262145 bytes"],
])("a file of %s is refused", async (_, content, reason) => {
  await using tree = await skillTree();
  const file = await tree.write("sql/SKILL.md", content);

  await expect(readSkills([tree.path])).rejects.toThrow(`${file}: ${reason}`);
});
