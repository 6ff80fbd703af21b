import type { Outline } from "./outline.ts";

/** Tokens of a text, as the kernel counts them. */
export type CountTokens = (text: string) => Promise<number>;

const TITLE = "# Outline of what came before";
const EARLIER = "Summary that another plugin wrote";

/** The outline that a summary is, to be carried forward; what another plugin wrote is quoted under a heading of its own. */
export function readOutline(summary: string | null): Outline {
  if (summary === null) return new Map();
  if (!summary.startsWith(TITLE)) return new Map([[EARLIER, summary.split("\n").map((line) => `> ${line}`)]]);
  const blocks = summary.split("\n## ").slice(1);
  return new Map(blocks.map((block) => block.trimEnd().split("\n")).map(([title = "", ...lines]) => [title, lines]));
}

/** The outline within so many tokens: from the newest line back, titles go on where lines have no more room, then none do. */
export async function outlineText(outline: Outline, mostTokens: number, count: CountTokens): Promise<string> {
  const blocks: string[] = [];
  let room = mostTokens - (await count(TITLE));
  let isFull = false;
  for (const [title, lines] of [...outline].toReversed()) {
    room -= await count(`## ${title}\n\n`);
    if (room < 0) break;
    const shown: string[] = [];
    for (const line of lines.toReversed()) {
      const tokens = await count(`${line}\n`);
      isFull ||= tokens > room;
      if (isFull) break;
      room -= tokens;
      shown.unshift(line);
    }
    blocks.unshift([`## ${title}`, ...shown].join("\n"));
  }
  return [TITLE, ...blocks].join("\n\n");
}
