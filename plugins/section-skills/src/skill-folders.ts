import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readSkill, SKILL_FILE, type Skill } from "./skill.ts";
import { SkillError } from "./skill-error.ts";

/**
 * Reads every skill below the paths, in code-unit order of their names, whatever order the file system lists them in.
 *
 * @param paths each a folder of skill folders, or one skill folder
 * @throws SkillError for a path without a skill, a malformed skill, and two folders with a skill of one name
 */
export async function readSkills(paths: readonly string[]): Promise<readonly Skill[]> {
  const folders = new Set<string>();
  for (const path of paths) for (const folder of await skillFolders(resolve(path))) folders.add(folder);

  const skills = new Map<string, Skill>();
  for (const folder of [...folders].sort()) {
    const skill = await readSkill(folder);
    const other = skills.get(skill.name);
    if (other !== undefined) {
      throw new SkillError(
        `The skill ${skill.name} is in ${other.folder} and in ${folder}. Remove or rename one of them.`,
        { file: folder },
      );
    }
    skills.set(skill.name, skill);
  }
  return [...skills.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function skillFolders(path: string): Promise<readonly string[]> {
  if (await holdsSkill(path)) return [path];
  const folders: string[] = [];
  for (const name of await namesIn(path)) {
    const folder = join(path, name);
    if (await holdsSkill(folder)) folders.push(folder);
  }
  if (folders.length > 0) return folders;
  throw new SkillError(`holds no skill. Name a folder with a ${SKILL_FILE}, or a folder of such folders.`, {
    file: path,
  });
}

async function namesIn(path: string): Promise<readonly string[]> {
  try {
    return await readdir(path);
  } catch (cause) {
    throw new SkillError("is no folder that can be read. Check the paths of the skills.", { file: path, cause });
  }
}

async function holdsSkill(folder: string): Promise<boolean> {
  const facts = await stat(join(folder, SKILL_FILE)).catch((cause: unknown) => {
    if (isAbsence(cause)) return null;
    throw new SkillError("cannot be looked into. Check that you may read it.", { file: folder, cause });
  });
  return facts?.isFile() ?? false;
}

/** Nothing there, or a file where a folder would have to be: not a skill, and no fault. */
function isAbsence(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && (cause.code === "ENOENT" || cause.code === "ENOTDIR");
}
