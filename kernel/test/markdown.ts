/** The first fenced block of a language, as it would stand in a file. */
export function codeBlock(markdown: string, language: string): string {
  const opening = `\`\`\`${language}\n`;
  const start = markdown.indexOf(opening);
  if (start === -1) throw new Error(`there is no block of ${language}`);
  return markdown.slice(start + opening.length, markdown.indexOf("\n```", start) + 1);
}

/** The rows of the tables under a heading of the second level, without their heads, each as its cells. */
export function tableRows(markdown: string, heading: string): readonly (readonly string[])[] {
  const [, under] = markdown.split(`\n## ${heading}\n`);
  if (under === undefined) throw new Error(`there is no heading ${heading}`);
  const lines = (under.split("\n## ")[0] ?? "").split("\n");
  return lines.flatMap((line, index) => {
    const isHead = lines[index + 1]?.startsWith("| --") === true;
    return line.startsWith("| ") && !isHead && !line.startsWith("| --") ? [cellsOf(line)] : [];
  });
}

function cellsOf(line: string): readonly string[] {
  return line
    .slice(1, line.lastIndexOf("|"))
    .split("|")
    .map((cell) => cell.trim());
}
