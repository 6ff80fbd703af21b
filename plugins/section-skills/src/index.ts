import { definePlugin, type JsonObject, STAGES } from "@varve/kernel";
import { SkillError } from "./skill-error.ts";
import { readSkills } from "./skill-folders.ts";
import { skillsIndexText, skillText } from "./skills-text.ts";

export interface SkillsOptions {
  /** Absolute paths, each of a folder that holds skill folders, or of one skill folder. Absent: no skills. */
  readonly paths?: readonly string[];
}

const NAME = "@varve/section-skills";

const schema = {
  type: "object",
  additionalProperties: false,
  properties: { paths: { type: "array", items: { type: "string", minLength: 1 } } },
} as const satisfies JsonObject;

export default definePlugin<SkillsOptions>({
  name: NAME,
  api: 1,
  options: schema,
  async apply(kernel, { paths = [] } = {}) {
    const skills = await readSkills(paths);

    const indexText = skillsIndexText(skills);
    const index = kernel.declareSection({ id: "skills_index", stability: "static", survives: "kept" });
    index.in.tap({ name: NAME, stage: STAGES.default }, () => indexText);

    const texts = new Map(skills.map((skill) => [skill.name, skillText(skill)]));
    const body = kernel.declareSection({
      id: "skill",
      stability: "task",
      survives: "essential",
      speaker: "developer",
      instances: ({ loadedSkills }) => [...new Set(loadedSkills)],
    });
    body.in.tap({ name: NAME, stage: STAGES.default }, ({ instance }) => {
      if (instance === null) return "";
      const text = texts.get(instance);
      if (text === undefined) throw unknownSkill(instance, [...texts.keys()]);
      return text;
    });
  },
});

function unknownSkill(name: string, known: readonly string[]): SkillError {
  const there = known.length === 0 ? "no skill is known" : `known are ${known.join(", ")}`;
  return new SkillError(
    `The state has the skill ${name} loaded, but ${there}. Add its folder to paths, or take it out of loadedSkills.`,
  );
}

export { SkillError };
