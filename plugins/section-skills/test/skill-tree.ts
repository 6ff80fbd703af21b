import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A skill to be written; its folder has its name. */
export interface WrittenSkill {
  readonly name: string;
  readonly description: string;
  readonly body: string;
}

/** A folder of skill folders that is gone at the end of its block: `await using tree = await skillTree(…)`. */
export interface SkillTree extends AsyncDisposable {
  readonly path: string;
  /** Writes a file below the tree and returns its path. */
  write(name: string, content: string | Uint8Array): Promise<string>;
}

export async function skillTree(...skills: readonly WrittenSkill[]): Promise<SkillTree> {
  const path = await mkdtemp(join(tmpdir(), "varve-skills-"));
  const write = async (name: string, content: string | Uint8Array): Promise<string> => {
    const file = join(path, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    return file;
  };
  for (const { name, description, body } of skills) {
    const front = `name: ${name}\ndescription: ${JSON.stringify(description)}`;
    await write(`${name}/SKILL.md`, `---\n${front}\n---\n\n${body}`);
  }
  return { path, write, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}
