import { existsSync } from "node:fs";
import { objectOf, type Tool, ToolFailure, textOf } from "./tool.ts";

export const editFile: Tool = {
  name: "edit_file",
  description: "Replaces a passage of a file. The passage must occur exactly once, letter by letter.",
  parameters: objectOf({ path: { type: "string" }, before: { type: "string" }, after: { type: "string" } }, [
    "path",
    "before",
    "after",
  ]),
  async execute(input, scratch) {
    const path = textOf(input, "path");
    if (!existsSync(scratch.path(path))) throw new ToolFailure(`no such file: ${path}`);
    const pieces = scratch.read(path).split(textOf(input, "before"));
    const [head, tail] = pieces;
    if (head === undefined || tail === undefined || pieces.length > 2) {
      throw new ToolFailure(`the passage occurs ${pieces.length - 1} times in ${path}, not once`);
    }
    const after = textOf(input, "after");
    scratch.write(path, head + after + tail);
    return `edited ${path} at line ${head.split("\n").length}`;
  },
};
