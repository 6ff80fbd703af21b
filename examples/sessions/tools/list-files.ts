import { statSync } from "node:fs";
import { filesBelow } from "./files-below.ts";
import { objectOf, type Tool, textOf } from "./tool.ts";

export const listFiles: Tool = {
  name: "list_files",
  description: "Lists every file at or below a path of the project, with its size in bytes.",
  parameters: objectOf({ path: { type: "string", description: "Relative to the project; `.` is all of it." } }, [
    "path",
  ]),
  async execute(input, scratch) {
    return filesBelow(scratch, textOf(input, "path"))
      .map((file) => `${String(statSync(file).size).padStart(7)}  ${scratch.name(file)}`)
      .join("\n");
  },
};
