import { filesBelow } from "./files-below.ts";
import { objectOf, type Tool, ToolFailure, textOf } from "./tool.ts";

export const grep: Tool = {
  name: "grep",
  description: "Searches text files for a regular expression, line by line. Prints path:line:text.",
  parameters: objectOf(
    { pattern: { type: "string", description: "A JavaScript regular expression." }, path: { type: "string" } },
    ["pattern", "path"],
  ),
  async execute(input, scratch) {
    const path = textOf(input, "path");
    const pattern = expressionOf(textOf(input, "pattern"));
    const hits = filesBelow(scratch, path)
      .filter((file) => !file.endsWith(".png"))
      .flatMap((file) => {
        const name = scratch.name(file);
        const lines = scratch.read(file).split("\n");
        return lines.flatMap((line, index) => (pattern.test(line) ? [`${name}:${index + 1}:${line}`] : []));
      });
    return hits.length === 0 ? `no match for ${pattern.source} in ${path}` : hits.join("\n");
  },
};

function expressionOf(source: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch {
    // What the engine says differs between versions of Node.js.
    throw new ToolFailure(`the pattern is no regular expression: ${source}`);
  }
}
