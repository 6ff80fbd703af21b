import type { Skill } from "./skill.ts";

/** The skills that can be loaded, one a line; `""` where there are none. */
export function skillsIndexText(skills: readonly Skill[]): string {
  if (skills.length === 0) return "";
  return [
    "# Skills",
    "",
    "Instructions for particular kinds of work. When one fits, have it loaded before you begin; its instructions then stand under its name.",
    "",
    ...skills.map(({ name, description }) => `- ${name}: ${description.replaceAll(/\s+/g, " ").trim()}`),
  ].join("\n");
}

/** The instructions of one skill, and where its files are. */
export function skillText({ name, folder, body }: Skill): string {
  return [`# Skill: ${name}`, "", `Paths in this skill are relative to its folder, ${folder}.`, "", body]
    .join("\n")
    .trimEnd();
}
