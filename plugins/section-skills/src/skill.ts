import { readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { frontMatter } from "./front-matter.ts";
import { SkillError } from "./skill-error.ts";
import { skillFacts } from "./skill-facts.ts";

/** The file that makes a folder a skill. */
export const SKILL_FILE = "SKILL.md";

/** The largest file that is read as a skill, bytes. Agent Skills advises to stay under 5,000 tokens. */
const MAX_BYTES = 262_144;

/** A skill as it is read: what the index shows of it, where it is, and its instructions. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  /** Absolute path of its folder. */
  readonly folder: string;
  /** The Markdown behind the front matter. */
  readonly body: string;
}

/**
 * Reads the skill in a folder.
 * @throws SkillError when its file cannot be read or breaks the Agent Skills specification
 */
export async function readSkill(folder: string): Promise<Skill> {
  const file = join(folder, SKILL_FILE);
  const { yaml, body } = frontMatter(await textOf(file), file);
  return { ...skillFacts(yaml, file, basename(folder)), folder, body };
}

async function textOf(file: string): Promise<string> {
  const bytes = await bytesOf(file);
  try {
    // The decoder drops a byte order mark. Line feeds only: the same skill gives the same bytes however it was checked out.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replaceAll("\r\n", "\n");
  } catch (cause) {
    throw new SkillError("is not UTF-8. Save it as UTF-8.", { file, cause });
  }
}

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(file);
    if (size > MAX_BYTES) {
      const reason = `has ${size} bytes, more than the ${MAX_BYTES} of a skill. Move reference material into files beside it.`;
      throw new SkillError(reason, { file });
    }
    return await readFile(file);
  } catch (cause) {
    if (cause instanceof SkillError) throw cause;
    throw new SkillError("cannot be read. Check that it is a file that you may read.", { file, cause });
  }
}
