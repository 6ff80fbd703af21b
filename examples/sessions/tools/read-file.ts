import { statSync } from "node:fs";
import { objectOf, type Tool, ToolFailure, textOf, wholeNumberOf } from "./tool.ts";

export const readFile: Tool = {
  name: "read_file",
  description: "Reads a text file, or a range of its lines.",
  parameters: objectOf(
    {
      path: { type: "string" },
      offset: { type: "integer", minimum: 1, description: "The first line to read; lines count from 1." },
      limit: { type: "integer", minimum: 1, description: "How many lines; without it, all that follow." },
    },
    ["path"],
  ),
  async execute(input, scratch) {
    const path = textOf(input, "path");
    const found = statSync(scratch.path(path), { throwIfNoEntry: false });
    if (found === undefined) throw new ToolFailure(`no such file: ${path}`);
    if (!found.isFile()) throw new ToolFailure(`${path} is a folder`);
    const whole = scratch.read(path);
    if (input.offset === undefined && input.limit === undefined) return whole;
    const first = wholeNumberOf(input, "offset", 1) - 1;
    const lines = whole.split("\n");
    return lines.slice(first, first + wholeNumberOf(input, "limit", lines.length)).join("\n");
  },
};
