import { SkillError } from "./skill-error.ts";

/** The two halves of a skill's file. */
export interface FrontMatter {
  /** The YAML between the fences. Its first line is the second one of the file. */
  readonly yaml: string;
  /** What follows, without the white space around it. */
  readonly body: string;
}

const FENCE = /^---[ \t]*$/;

/**
 * Splits a skill's file into front matter and body.
 * @throws SkillError when one of the two fences is missing
 */
export function frontMatter(text: string, file: string): FrontMatter {
  const lines = text.split("\n");
  if (!FENCE.test(lines[0] ?? "")) {
    throw new SkillError(
      "has no front matter. Begin it with a line of ---, name and description, and another line of ---.",
      { file, line: 1 },
    );
  }
  const end = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
  if (end < 0) {
    throw new SkillError("has front matter that does not end. Close it with a line of ---.", {
      file,
      line: lines.length,
    });
  }
  return {
    yaml: lines.slice(1, end).join("\n"),
    body: lines
      .slice(end + 1)
      .join("\n")
      .trim(),
  };
}
